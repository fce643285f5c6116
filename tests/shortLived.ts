/** A process of a test ends before optimized WebAssembly pays off: opening an embedded database takes 0.7 s of a core instead of 1.0 s. */
export const SHORT_LIVED = ['--liftoff-only']
