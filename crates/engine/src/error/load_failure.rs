//! Why a document could not be loaded, from the error codes of browsers.

words! {
    /// Why a document could not be loaded.
    pub enum LoadFailure {
        /// The host name has no address.
        NameNotResolved = "nameNotResolved",
        /// No server listens at the host and port.
        ConnectionRefused = "connectionRefused",
        /// The host cannot be reached, or the connection broke.
        ConnectionFailed = "connectionFailed",
        /// The server did not answer in the browser's own time.
        ConnectionTimedOut = "connectionTimedOut",
        /// This machine has no network.
        Offline = "offline",
        /// The proxy cannot be reached, or it refused the connection.
        Proxy = "proxy",
        /// The proxy asks for a user name and a password.
        ProxyAuthentication = "proxyAuthentication",
        /// The server closed the connection without an answer.
        EmptyResponse = "emptyResponse",
        /// The answer is not valid HTTP, or its content cannot be decoded.
        InvalidResponse = "invalidResponse",
        /// The server broke the rules of HTTP/2 or HTTP/3.
        Http2 = "http2",
        /// The server answered with an error status and without a document.
        HttpError = "httpError",
        /// The browser does not trust the server's certificate: self-signed, expired, or for another host.
        Certificate = "certificate",
        /// No secure connection was agreed on. The server may not offer TLS at this port.
        Tls = "tls",
        /// The server asks for a user name and a password.
        Authentication = "authentication",
        /// The server refused the name and the password that the session has for it.
        CredentialsRefused = "credentialsRefused",
        /// The server refused the name and the password that the address gives.
        AddressCredentialsRefused = "addressCredentialsRefused",
        /// The server redirects in a circle.
        RedirectLoop = "redirectLoop",
        /// The browser, a policy, an extension or the page's own rules block the address.
        Blocked = "blocked",
        /// The port belongs to another service, and browsers refuse to load pages from it.
        UnsafePort = "unsafePort",
        /// The browser does not accept the address or its scheme.
        BadAddress = "badAddress",
        /// The file does not exist or may not be read.
        File = "file",
        /// The navigation ended without a document: the server sent none (204, 205), or the navigation was
        /// cancelled.
        NoDocument = "noDocument",
        /// Another reason.
        Other = "other",
    }
}

impl LoadFailure {
    /// The failure for Chromium's name of a network error, with or without `net::`.
    pub(crate) fn of_chromium(name: &str) -> Self {
        match name.strip_prefix("net::").unwrap_or(name) {
            "ERR_NAME_NOT_RESOLVED" | "ERR_NAME_RESOLUTION_FAILED" | "ERR_ICANN_NAME_COLLISION" => Self::NameNotResolved,
            "ERR_CONNECTION_REFUSED" => Self::ConnectionRefused,
            "ERR_CONNECTION_RESET"
            | "ERR_CONNECTION_CLOSED"
            | "ERR_CONNECTION_ABORTED"
            | "ERR_CONNECTION_FAILED"
            | "ERR_ADDRESS_UNREACHABLE"
            | "ERR_ADDRESS_INVALID"
            | "ERR_SOCKET_NOT_CONNECTED"
            | "ERR_NETWORK_CHANGED" => Self::ConnectionFailed,
            "ERR_CONNECTION_TIMED_OUT" | "ERR_TIMED_OUT" | "ERR_DNS_TIMED_OUT" => Self::ConnectionTimedOut,
            "ERR_INTERNET_DISCONNECTED" | "ERR_NETWORK_IO_SUSPENDED" => Self::Offline,
            "ERR_EMPTY_RESPONSE" => Self::EmptyResponse,
            "ERR_INVALID_HTTP_RESPONSE"
            | "ERR_INVALID_RESPONSE"
            | "ERR_INVALID_CHUNKED_ENCODING"
            | "ERR_CONTENT_LENGTH_MISMATCH"
            | "ERR_CONTENT_DECODING_FAILED"
            | "ERR_RESPONSE_HEADERS_TRUNCATED"
            | "ERR_RESPONSE_HEADERS_TOO_BIG"
            | "ERR_INCOMPLETE_CHUNKED_ENCODING"
            | "ERR_INVALID_REDIRECT" => Self::InvalidResponse,
            // The error page of an empty answer shows the status, as in `HTTP ERROR 404`.
            "HTTP ERROR 401" => Self::Authentication,
            "HTTP ERROR 407" => Self::ProxyAuthentication,
            "ERR_HTTP_RESPONSE_CODE_FAILURE" => Self::HttpError,
            status if status.starts_with("HTTP ERROR ") => Self::HttpError,
            "ERR_INVALID_AUTH_CREDENTIALS"
            | "ERR_UNEXPECTED_AUTH"
            | "ERR_MISSING_AUTH_CREDENTIALS"
            | "ERR_UNSUPPORTED_AUTH_SCHEME"
            | "ERR_MISCONFIGURED_AUTH_ENVIRONMENT" => Self::Authentication,
            "ERR_TOO_MANY_REDIRECTS" => Self::RedirectLoop,
            "ERR_UNSAFE_PORT" => Self::UnsafePort,
            "ERR_INVALID_URL" | "ERR_DISALLOWED_URL_SCHEME" | "ERR_UNKNOWN_URL_SCHEME" => Self::BadAddress,
            // A server sent the browser to an address that no server may send to, such as a file.
            "ERR_UNSAFE_REDIRECT" => Self::Blocked,
            "ERR_FILE_NOT_FOUND" | "ERR_ACCESS_DENIED" | "ERR_FILE_TOO_BIG" | "ERR_UPLOAD_FILE_CHANGED" => Self::File,
            "ERR_ABORTED" => Self::NoDocument,
            "ERR_PROXY_AUTH_REQUESTED" => Self::ProxyAuthentication,
            "ERR_PROXY_AUTH_UNSUPPORTED"
            | "ERR_PROXY_CERTIFICATE_INVALID"
            | "ERR_PROXY_CONNECTION_FAILED"
            | "ERR_NO_SUPPORTED_PROXIES"
            | "ERR_TUNNEL_CONNECTION_FAILED"
            | "ERR_SOCKS_CONNECTION_FAILED"
            | "ERR_SOCKS_CONNECTION_HOST_UNREACHABLE"
            | "ERR_PAC_SCRIPT_FAILED"
            | "ERR_PAC_STATUS_NOT_OK"
            | "ERR_MANDATORY_PROXY_CONFIGURATION_FAILED" => Self::Proxy,
            name if name.starts_with("ERR_BLOCKED_BY") || name == "ERR_NETWORK_ACCESS_REVOKED" => Self::Blocked,
            name if name.starts_with("ERR_HTTP2_") || name.starts_with("ERR_HTTP_1_1_") || name.starts_with("ERR_QUIC_") => {
                Self::Http2
            }
            name if name.starts_with("ERR_CERT") => Self::Certificate,
            name if name.starts_with("ERR_SSL_") || name.starts_with("ERR_BAD_SSL_") || name.starts_with("ERR_ECH_") => Self::Tls,
            _ => Self::Other,
        }
    }

    /// The failure that Firefox's error page shows, from its address; `None` for any other document. The address
    /// has the browser's own code, as in `about:neterror?e=dnsNotFound&u=…`.
    pub(crate) fn of_firefox(address: &str) -> Option<Self> {
        let (page, query) = address.strip_prefix("about:")?.split_once('?')?;
        let code = query.split('&').find_map(|part| part.strip_prefix("e="))?;
        match page {
            "certerror" => Some(Self::Certificate),
            "blocked" | "restricted" | "httpsonlyerror" => Some(Self::Blocked),
            "neterror" => Some(Self::of_firefox_code(code)),
            _ => None,
        }
    }

    fn of_firefox_code(code: &str) -> Self {
        match code {
            "dnsNotFound" | "dnsNotFound2" => Self::NameNotResolved,
            "connectionFailure" => Self::ConnectionRefused,
            "netReset" | "netInterrupt" => Self::ConnectionFailed,
            "netTimeout" => Self::ConnectionTimedOut,
            "netOffline" => Self::Offline,
            "proxyResolveFailure" | "proxyConnectFailure" => Self::Proxy,
            "proxyAuthFailure" => Self::ProxyAuthentication,
            "netEmpty" | "netEmptyResponse" => Self::EmptyResponse,
            "contentEncodingError"
            | "corruptedContentError"
            | "corruptedContentErrorv2"
            | "invalidHeaderValue"
            | "unsafeContentType" => Self::InvalidResponse,
            "networkProtocolError" | "inadequateSecurityError" => Self::Http2,
            "httpErrorPage" | "serverError" => Self::HttpError,
            "nssBadCert" | "mitm" | "clockSkewError" | "sslBadCert" => Self::Certificate,
            "nssFailure2" | "sslv3Used" | "weakCryptoUsed" => Self::Tls,
            "basicHttpAuthDisabled" => Self::Authentication,
            "redirectLoop" => Self::RedirectLoop,
            "cspBlocked" | "xfoBlocked" | "blockedByPolicy" | "blockedByCOOP" | "blockedByCORP" | "blockedByCOEP"
            | "remoteXUL" | "malwareBlocked" | "deceptiveBlocked" | "unwantedBlocked" | "harmfulBlocked" => Self::Blocked,
            "deniedPortAccess" => Self::UnsafePort,
            "malformedURI" | "unknownProtocolFound" | "unknownSocketType" => Self::BadAddress,
            "fileNotFound" | "fileAccessDenied" => Self::File,
            _ => Self::Other,
        }
    }

    /// The cause in words, as a clause.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::NameNotResolved => "the host name has no address",
            Self::ConnectionRefused => "no server accepts connections at its host and port",
            Self::ConnectionFailed => "the connection to the server broke or could not be made",
            Self::ConnectionTimedOut => "the server did not answer in the browser's own time",
            Self::Offline => "this machine has no network connection",
            Self::Proxy => "the proxy did not carry the connection",
            Self::ProxyAuthentication => "the proxy asks for a user name and a password",
            Self::EmptyResponse => "the server closed the connection without an answer",
            Self::InvalidResponse => "the server's answer is malformed",
            Self::Http2 => "the server broke the rules of HTTP/2 or HTTP/3",
            Self::HttpError => "the server answered with an error status and no document",
            Self::Certificate => "the browser does not trust the server's certificate",
            Self::Tls => "no secure connection could be made",
            Self::Authentication => "the server asks for a user name and a password",
            Self::CredentialsRefused => "the server refused the name and the password that the session has for it",
            Self::AddressCredentialsRefused => "the server refused the name and the password that the address gives",
            Self::RedirectLoop => "the server redirects in a circle",
            Self::Blocked => "the browser or a rule of the site blocks it",
            Self::UnsafePort => "browsers load no pages from this port",
            Self::BadAddress => "the browser does not accept this address",
            Self::File => "the file does not exist or may not be read",
            Self::NoDocument => "the navigation ended without a document",
            Self::Other => "the browser shows an error page",
        }
    }

    /// What a caller does next, as a clause. Interfaces with names of their own write their own.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Self::NameNotResolved => "check the spelling of the host name",
            Self::ConnectionRefused => "check the port, and that the server is running",
            Self::ConnectionFailed | Self::ConnectionTimedOut => "check that this machine can reach the server, and try again",
            Self::Offline => "connect the machine to the network",
            Self::Proxy => "check the proxy settings of the browser",
            Self::ProxyAuthentication => "give them in the proxy's own address, as in `http://name:password@proxy:3128`",
            Self::EmptyResponse | Self::InvalidResponse | Self::Http2 => {
                "check that the scheme (http or https) and the port are those of a web server, and read its log"
            }
            Self::HttpError => "check the path of the address, or try again later",
            Self::Certificate => {
                "use a certificate that the browser trusts, or the server's http address; the user can accept a certificate in their own browser"
            }
            Self::Tls => "check that the server offers https at this port, or use its http address",
            Self::Authentication => "give them in the address, as in `https://name:password@host/`",
            Self::CredentialsRefused => "check the name and the password in `http_credentials`",
            Self::AddressCredentialsRefused => "check the name and the password in the address",
            Self::RedirectLoop => "load another address of the site, or sign in first: such sites often expect a cookie",
            Self::Blocked => "load another address: trying again changes nothing",
            Self::UnsafePort => "serve the page from another port, such as 8080",
            Self::BadAddress => "use a complete address, such as https://example.com/",
            Self::File => "check the path of the file and its permissions",
            Self::NoDocument => {
                "take a new snapshot and check the page: the server may have sent no document (204 or 205), or another navigation came in between"
            }
            Self::Other => "check the address and that its server is up",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LoadFailure::{self, *};

    #[test]
    fn codes_of_both_browsers_name_the_same_cause() {
        for (chromium, firefox, cause) in [
            (
                "net::ERR_NAME_NOT_RESOLVED",
                "about:neterror?e=dnsNotFound&u=x",
                NameNotResolved,
            ),
            (
                "net::ERR_CONNECTION_REFUSED",
                "about:neterror?e=connectionFailure",
                ConnectionRefused,
            ),
            (
                "net::ERR_CONNECTION_RESET",
                "about:neterror?e=netReset&u=http%3A//e=x",
                ConnectionFailed,
            ),
            ("net::ERR_TOO_MANY_REDIRECTS", "about:neterror?e=redirectLoop", RedirectLoop),
            ("ERR_UNSAFE_PORT", "about:neterror?e=deniedPortAccess", UnsafePort),
            (
                "net::ERR_CERT_AUTHORITY_INVALID",
                "about:certerror?e=nssBadCert&u=x",
                Certificate,
            ),
            ("net::ERR_SSL_PROTOCOL_ERROR", "about:neterror?e=nssFailure2", Tls),
            (
                "net::ERR_PROXY_CONNECTION_FAILED",
                "about:neterror?e=proxyConnectFailure",
                Proxy,
            ),
            ("net::ERR_INTERNET_DISCONNECTED", "about:neterror?e=netOffline", Offline),
            ("net::ERR_BLOCKED_BY_CLIENT", "about:neterror?e=blockedByPolicy", Blocked),
            (
                "net::ERR_HTTP2_PROTOCOL_ERROR",
                "about:neterror?e=networkProtocolError",
                Http2,
            ),
            ("net::ERR_NEW_AND_UNKNOWN", "about:neterror?e=newAndUnknown", Other),
        ] {
            assert_eq!(LoadFailure::of_chromium(chromium), cause, "{chromium}");
            assert_eq!(LoadFailure::of_firefox(firefox), Some(cause), "{firefox}");
        }
    }

    #[test]
    fn other_documents_are_no_failures() {
        for address in [
            "about:blank",
            "about:neterror",
            "http://a/?e=dnsNotFound",
            "about:config?e=dnsNotFound",
        ] {
            assert_eq!(LoadFailure::of_firefox(address), None, "{address}");
        }
    }
}
