//! Writes the JavaScript glue and the TypeScript types for a wasm file: `carom-bindgen INPUT.wasm FOLDER`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(input), Some(folder)) = (args.next(), args.next()) else {
        eprintln!("carom-bindgen: expected INPUT.wasm FOLDER");
        return ExitCode::FAILURE;
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let written = bindgen.input_path(input).out_name("carom").typescript(true).bundler(true);
    match written.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("carom-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
