/**
 * For processes that pass many pictures on: by default, V8 collects the whole heap after every 64 MB of them, which took a third of
 * the CLI's CPU time. With these options it waits until the heap has grown fourfold, pictures included.
 */
export const PASSES_PICTURES = ['--external-memory-accounted-in-global-limit', '--heap-growing-percent=300'];
