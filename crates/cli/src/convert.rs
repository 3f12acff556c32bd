//! `carom convert`: a scene in another notation, or from another format, and `carom schema`.

use std::io::Write;

use crate::args::Convert;
use crate::failure::Failure;
use crate::outputs::{self, Output, notation};
use crate::run;
use crate::source::load;

pub(crate) fn convert(args: &Convert) -> Result<(), Failure> {
    notation(&args.output)?;
    let output = [Output { option: "", path: &args.output, ends: &[] }];
    outputs::check([args.input.as_path()], &output)?;
    let document = load(&args.input, args.reading)?.document;
    outputs::check(document.files(), &output)?;
    run::write(&document.scene, &args.output)
}

pub(crate) fn schema() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let text = serde_json::to_string_pretty(&carom_scene::schema());
    writeln!(out, "{}", text.map_err(|error| Failure::Input(error.to_string()))?)?;
    Ok(out.flush()?)
}
