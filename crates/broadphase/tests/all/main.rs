//! All integration tests in one program: it is linked once.

mod equals_brute_force;
mod work_and_memory;
