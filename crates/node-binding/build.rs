//! Sets what the linker needs for a Node addon.

use std::env;

fn main() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // With MinGW, napi-build asks for a libnode.dll to link. This addon links none; see Cargo.toml.
    if is("CARGO_CFG_TARGET_OS", "windows") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    napi_build::setup();
}
