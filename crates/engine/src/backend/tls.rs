//! TLS for every connection: rustls with `ring`, passed to each client. No provider is installed process-wide
//! because the host program may use another one.

use rustls::client::WantsClientCert;
use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore};
use rustls_platform_verifier::Verifier;
use std::sync::{Arc, OnceLock};

/// The TLS settings of a client. It trusts the system's root certificates. If the system has none, it trusts
/// Mozilla's.
pub(crate) fn client_config() -> Arc<ClientConfig> {
    // Reading the system's certificates takes milliseconds.
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    Arc::clone(CONFIG.get_or_init(|| Arc::new(with_roots(Arc::new(ring::default_provider())).with_no_client_auth())))
}

fn with_roots(provider: Arc<CryptoProvider>) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("ring has cipher suites of TLS 1.2 and 1.3");
    match Verifier::new(provider) {
        Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)),
        Err(error) => {
            tracing::debug!(%error, "the system has no certificates");
            builder.with_root_certificates(RootCertStore {
                roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_needs_no_provider_of_the_process() {
        let client = reqwest::Client::builder().tls_backend_preconfigured((*client_config()).clone());
        client.build().expect("a client");
        assert!(CryptoProvider::get_default().is_none(), "none was installed");
    }
}
