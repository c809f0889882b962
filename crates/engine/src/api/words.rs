//! Enums whose values cross into other languages as words.

/// Defines an enum together with its words: `name`, `parse`, `Serialize`, `Deserialize` and, with
/// the feature `schema`, `JsonSchema`.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal,)+ }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        $(#[$meta])*
        pub enum $name {
            $($(#[$vmeta])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word for it, the same in every language.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Reads a word.
            ///
            /// # Errors
            /// `InvalidInput`, listing the words.
            pub fn parse(word: &str) -> $crate::error::Result<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == word).ok_or_else(|| {
                    let words: Vec<_> = Self::ALL.iter().map(|value| value.name()).collect();
                    $crate::api::json::not_a_word(word, &words)
                })
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<'de, str>::deserialize(from)?;
                Self::parse(&word).map_err(|error| serde::de::Error::custom(error.context()))
            }
        }
    };
}
