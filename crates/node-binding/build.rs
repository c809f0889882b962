//! Sets what the linker needs for a Node addon.

fn main() {
    napi_build::setup();
}
