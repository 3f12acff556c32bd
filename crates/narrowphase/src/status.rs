//! How a search ended. The same type in both precisions.

/// How a search for the first touch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweepStatus {
    /// The surfaces touch at `time` and approach.
    Hit,
    /// No touch in [0, 1].
    Separated,
    /// They overlapped at the start and approached: an impact at time 0.
    Overlapped,
    /// [`MAX_STEPS`](crate::MAX_STEPS) were used up. Up to `time` there is no touch; nothing is known beyond.
    Limit,
}
