//! JSON Schema of all types that cross into other languages, for generators of bindings.

use super::calls;
use super::options::{IsolatedOptions, SessionOptions};
use crate::error::Fault;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// Collects the types of arguments and reports.
pub(crate) struct Schemas {
    taken: SchemaGenerator,
    given: SchemaGenerator,
}

impl Schemas {
    /// The schema of a type that a caller writes.
    pub(crate) fn taken<T: JsonSchema>(&mut self) -> Value {
        self.taken.subschema_for::<T>().to_value()
    }

    /// The schema of a type that the engine writes.
    pub(crate) fn given<T: JsonSchema>(&mut self) -> Value {
        self.given.subschema_for::<T>().to_value()
    }
}

/// Every call with its documentation, and every type by its name.
pub fn describe() -> Value {
    let mut schemas = Schemas {
        taken: SchemaSettings::draft2020_12().for_deserialize().into_generator(),
        given: SchemaSettings::draft2020_12().for_serialize().into_generator(),
    };
    schemas.taken::<SessionOptions>();
    schemas.taken::<IsolatedOptions>();
    let session = calls::describe_session(&mut schemas);
    let desktop = calls::describe_desktop(&mut schemas);
    schemas.given::<Fault>();
    json!({
        "session": session,
        "desktop": desktop,
        "taken": schemas.taken.take_definitions(true),
        "given": schemas.given.take_definitions(true),
    })
}
