//! The form of a table of calls.

/// Makes `call`, which carries out a call by its name, and (with the feature `schema`) `describe`,
/// which describes all of them.
///
/// A line reads `"name"(argument: Type, …; options: Type) -> Report = |subject| future;`. The arguments
/// before the semicolon are given by position in other languages; those after it are optional. A line
/// may have a `#[cfg]`: without its feature the call does not exist. `schema` has all features.
macro_rules! calls {
    (
        $subject:ty;
        $(
            $(#[doc = $doc:expr])*
            $(#[cfg($condition:meta)])?
            $name:literal($($argument:ident: $kind:ty),* $(; $options:ident: $optional:ty)?) -> $report:ty
                = |$receiver:ident| $call:expr;
        )+
    ) => {
        /// Carries out the call with this name. `arguments` is one JSON object.
        ///
        /// # Errors
        /// `InvalidInput` for an unknown name or a wrong argument, which it names; and those of the call.
        pub fn call<'a>(
            subject: &'a $subject,
            name: &str,
            arguments: &str,
        ) -> futures_util::future::BoxFuture<'a, $crate::error::Result<$crate::api::calls::Answer>> {
            match name {
                $(
                    $(#[cfg($condition)])?
                    $name => {
                        type Read = $crate::error::Result<($($kind,)* $($optional,)?)>;
                        let read = || -> Read {
                            #[allow(unused_mut, reason = "calls without arguments take none")]
                            let mut given = $crate::api::calls::Arguments::read($name, arguments)?;
                            let read = ($(given.take::<$kind>(stringify!($argument))?,)*
                                $(given.take_or_default::<$optional>(stringify!($options))?,)?);
                            given.end(&[$(stringify!($argument),)* $(stringify!($options),)?])?;
                            Ok(read)
                        };
                        let read = read();
                        Box::pin(async move {
                            let ($($argument,)* $($options,)?) = read?;
                            let $receiver = subject;
                            let report: $report = $call.await?;
                            $crate::api::calls::Answer::of(&report)
                        })
                    }
                )+
                _ => {
                    let name = $crate::text::quote(&$crate::text::shorten(name, 60));
                    let error = $crate::api::json::invalid(format!("there is no call {name}"));
                    Box::pin(std::future::ready(Err(error)))
                }
            }
        }

        /// Name, documentation, arguments, options and report of every call.
        #[cfg(feature = "schema")]
        pub(crate) fn describe(schemas: &mut $crate::api::schema::Schemas) -> Vec<serde_json::Value> {
            vec![$(
                serde_json::json!({
                    "name": $name,
                    "doc": (<[&str]>::join(&[$($doc),*], "\n")),
                    "arguments": [$({"name": (stringify!($argument)), "type": (schemas.taken::<$kind>())}),*],
                    $("options": (schemas.taken::<$optional>()),)?
                    "report": (schemas.given::<$report>()),
                })
            ),+]
        }
    };
}
