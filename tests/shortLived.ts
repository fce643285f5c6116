/** A process with one embedded database ends before optimized WebAssembly pays off: opening it takes 0.7 s of a core instead of 1.0 s. */
export const SHORT_LIVED = ['--liftoff-only']
