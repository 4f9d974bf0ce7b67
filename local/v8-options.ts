/**
 * For processes that pass many pictures on: by default, V8 collects the whole heap after every few pictures, which took 29% of the
 * CLI's CPU time. With these options it waits until the heap has grown fourfold, pictures included. Functions of test portals have
 * them, too.
 */
export const V8_OPTIONS = ['--external-memory-accounted-in-global-limit', '--heap-growing-percent=300'];
