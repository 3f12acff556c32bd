//! `carom convert`: a scene in another notation, or from another format, and `carom schema`.

use std::io::Write;

use crate::args::Convert;
use crate::failure::Failure;
use crate::run;
use crate::source::load;

pub(crate) fn convert(args: &Convert) -> Result<(), Failure> {
    run::write(&load(&args.input, args.table)?.scene, &args.output)
}

pub(crate) fn schema() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let text = serde_json::to_string_pretty(&carom_scene::schema());
    writeln!(out, "{}", text.map_err(|error| Failure::Input(error.to_string()))?)?;
    Ok(out.flush()?)
}
