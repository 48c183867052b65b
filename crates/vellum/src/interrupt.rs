//! Ctrl-C: stops a run wherever it is, waiting for input included.
//!
//! The signal interrupts a call of the host that waits. One that begins just after the signal would wait all
//! the same, so the signal is sent again and again until the run has stopped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
    iterator::Signals,
};
use vellum_kernel::{interrupt_calls, send_signal};

/// The signals that ask a run to stop.
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// How long a call that missed the signal waits for the next one.
const AGAIN: Duration = Duration::from_millis(20);

/// Turns signals into a flag until it is dropped. From then on they do nothing: what was found is being written.
pub(crate) struct Watch {
    over: Arc<AtomicBool>,
}

impl Watch {
    /// Sets `interrupted` when a signal arrives.
    pub(crate) fn new(interrupted: &Arc<AtomicBool>) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let watch = Self { over: Arc::clone(&over) };
        // Without a handler a signal ends the process, as it does everywhere.
        let Ok(mut signals) = Signals::new(SIGNALS) else { return watch };
        for signal in SIGNALS {
            // Inside the handler: the flag must be up when an interrupted call comes back.
            flag::register(signal, Arc::clone(interrupted)).expect("the signal has a handler already");
            interrupt_calls(signal);
        }
        thread::spawn(move || {
            for signal in signals.forever() {
                thread::sleep(AGAIN);
                if !over.load(Ordering::Relaxed) {
                    send_signal(signal);
                }
            }
        });
        watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
