//! One program for each target of the engine. The name of the program is that of its target.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| uipilot_engine::fuzz::run(env!("CARGO_BIN_NAME"), data));
