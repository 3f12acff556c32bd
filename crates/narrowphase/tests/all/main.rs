//! All integration tests in one program: it is linked once.

mod contacts;
mod oracle;
mod roots;
mod rotating;
mod sweeps;
