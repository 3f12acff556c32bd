//! `carom check`: what is wrong with scenes, and what is likely to be a slip.

use std::io::Write;

use crate::args::Check;
use crate::failure::Failure;
use crate::source::load;

pub(crate) fn check(args: &Check) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (mut wrong, mut slips) = (0, 0);
    for path in &args.scenes {
        let found = load(path).and_then(|document| {
            let found = document.scene.lint().map_err(|fault| document.place(fault))?;
            Ok(found.into_iter().map(|fault| document.place(fault)).collect::<Vec<_>>())
        });
        match found {
            Ok(found) if found.is_empty() => writeln!(out, "{}: sound", path.display())?,
            Ok(found) => {
                slips += found.len();
                found.iter().try_for_each(|fault| writeln!(out, "warning: {fault}"))?;
            }
            Err(fault) => {
                wrong += 1;
                writeln!(out, "error: {fault}")?;
            }
        }
    }
    out.flush()?;
    match (wrong, slips) {
        (0, 0) => Ok(()),
        (0, _) if args.lenient => Ok(()),
        (0, 1) => Err(Failure::Found("there is 1 warning".to_owned())),
        (0, n) => Err(Failure::Found(format!("there are {n} warnings"))),
        (1, _) => Err(Failure::Input("1 scene is wrong".to_owned())),
        (n, _) => Err(Failure::Input(format!("{n} scenes are wrong"))),
    }
}
