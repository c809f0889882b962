//! The parts of a request's time, from the moments that the browser tells.

use crate::report::NetworkTimings;
use serde::Deserialize;

/// Moments in milliseconds after `request_time`, which is in seconds on the browser's own clock. -1: it did not take place.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Timing {
    request_time: f64,
    dns_start: f64,
    dns_end: f64,
    connect_start: f64,
    connect_end: f64,
    ssl_start: f64,
    ssl_end: f64,
    send_start: f64,
    send_end: f64,
    receive_headers_end: f64,
}

/// Writes the parts up to the head of the answer. `began`: when the request began, in seconds. Returns when the head was there,
/// in seconds.
pub(super) fn timings(out: &mut NetworkTimings, timing: &Timing, began: f64) -> f64 {
    let part = |start: f64, end: f64| (start >= 0.0 && end >= start).then_some(end - start);
    let first = [timing.dns_start, timing.connect_start, timing.send_start]
        .into_iter()
        .find(|start| *start >= 0.0)
        .unwrap_or(0.0);
    out.blocked = Some(((timing.request_time - began) * 1_000.0).max(0.0) + first);
    out.dns = part(timing.dns_start, timing.dns_end);
    out.connect = part(timing.connect_start, timing.connect_end);
    out.ssl = part(timing.ssl_start, timing.ssl_end);
    out.send = part(timing.send_start, timing.send_end);
    out.wait = part(timing.send_end, timing.receive_headers_end);
    timing.request_time + timing.receive_headers_end.max(0.0) / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_follow_each_other() {
        let timing = Timing {
            request_time: 100.0,
            dns_start: 1.0,
            dns_end: 3.0,
            connect_start: 3.0,
            connect_end: 9.0,
            ssl_start: 5.0,
            ssl_end: 9.0,
            send_start: 9.5,
            send_end: 10.0,
            receive_headers_end: 30.0,
        };
        let mut out = NetworkTimings::default();
        assert!((timings(&mut out, &timing, 99.99) - 100.03).abs() < 1e-9);
        assert!((out.blocked.expect("told") - 11.0).abs() < 1e-6);
        assert_eq!((out.dns, out.connect, out.ssl), (Some(2.0), Some(6.0), Some(4.0)));
        assert_eq!((out.send, out.wait, out.receive), (Some(0.5), Some(20.0), None));
        let reused = Timing {
            dns_start: -1.0,
            dns_end: -1.0,
            connect_start: -1.0,
            connect_end: -1.0,
            ssl_start: -1.0,
            ssl_end: -1.0,
            ..timing
        };
        timings(&mut out, &reused, 100.0);
        assert_eq!((out.dns, out.connect, out.blocked), (None, None, Some(9.5)));
    }
}
