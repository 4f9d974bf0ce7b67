/**
 * What the code does, in batches of ten images. `counts.test.ts` measures all of it with the real code, and fails if a
 * count here differs: copy the measured one.
 */
export const BATCH_IMAGES = 10;
/** Batches in the history of whoever polls: three a day for three days. */
export const HISTORY_BATCHES = 9;

export interface Counts {
  /** Of Firestore documents. */
  reads: number;
  writes: number;
  deletes: number;
  /** Added to Cloud Tasks. */
  tasks: number;
  /** Of the functions' process. Depends on the machine: no test compares it. */
  cpuSeconds: number;
}

/** Of one batch. */
export interface ToolCounts {
  /** The request that starts the batch, with its pictures. */
  submit: Counts;
  /** All items, one after the other. At once, the engine combines some of their reads and writes. */
  work: Counts;
  /** Images, thumbnails and originals on the page. */
  pictures: number;
  /** All of them. */
  open: Counts;
  zip: Counts;
  remove: Counts;
}

interface Poll {
  reads: number;
  /** Compressed, as Hosting sends them. */
  bytes: number;
}

interface Polls {
  /** The first list of an instance that has not seen this person yet. */
  cold: Poll;
  unchanged: Poll;
  /** While a batch runs, after each image: the mean. */
  changed: Poll;
  cpuSeconds: number;
}

export interface Measured {
  tools: Record<string, ToolCounts>;
  /** Of a tool's list. */
  polls: Polls;
  /** Of the Library, which every page polls. */
  library: Polls;
  /** Reads to find out who calls, every few seconds. */
  access: number;
  /** More reads if the studio has a monthly budget. */
  budget: { submit: number; work: number };
  /** Reads of the sweep: without a running batch, and for each one. */
  sweep: { idle: number; batch: number };
}

const NONE = { reads: 0, writes: 0, deletes: 0, tasks: 0, cpuSeconds: 0 };

export const COUNTS: Measured = {
  tools: {
    'Image Generator': {
      submit: { ...NONE, reads: 3, writes: 13, tasks: 5, cpuSeconds: 0.06 },
      work: { ...NONE, reads: 32, writes: 72, deletes: 2, tasks: 5, cpuSeconds: 0.45 },
      pictures: 11,
      open: { ...NONE, reads: 21, cpuSeconds: 0.1 },
      zip: { ...NONE, reads: 1, cpuSeconds: 0.06 },
      remove: { reads: 23, writes: 2, deletes: 28, tasks: 1, cpuSeconds: 0.09 },
    },
    Stylizer: {
      submit: { ...NONE, reads: 4, writes: 14, tasks: 5, cpuSeconds: 0.08 },
      work: { ...NONE, reads: 32, writes: 82, deletes: 2, tasks: 5, cpuSeconds: 0.41 },
      pictures: 40,
      open: { ...NONE, reads: 31, cpuSeconds: 0.5 },
      zip: { ...NONE, reads: 1, cpuSeconds: 0.08 },
      remove: { reads: 24, writes: 2, deletes: 28, tasks: 1, cpuSeconds: 0.06 },
    },
    'Keyword Generator': {
      submit: { ...NONE, reads: 4, writes: 14, tasks: 5, cpuSeconds: 0.05 },
      work: { ...NONE, reads: 32, writes: 92, deletes: 2, tasks: 5, cpuSeconds: 0.3 },
      pictures: 20,
      open: { ...NONE, reads: 11, cpuSeconds: 0.25 },
      zip: { ...NONE, reads: 1, cpuSeconds: 0.04 },
      remove: { reads: 24, writes: 2, deletes: 28, tasks: 1, cpuSeconds: 0.04 },
    },
    'Upscale, on-device': {
      submit: { ...NONE, reads: 4, writes: 14, tasks: 5, cpuSeconds: 0.05 },
      work: { ...NONE, reads: 32, writes: 42, deletes: 2, tasks: 5, cpuSeconds: 0.44 },
      pictures: 30,
      open: { ...NONE, reads: 31, cpuSeconds: 0.18 },
      zip: { ...NONE, reads: 1, cpuSeconds: 0.02 },
      remove: { reads: 24, writes: 2, deletes: 28, tasks: 1, cpuSeconds: 0.04 },
    },
  },
  polls: {
    cold: { reads: 11, bytes: 1645 },
    unchanged: { reads: 1, bytes: 0 },
    changed: { reads: 1.2, bytes: 541 },
    cpuSeconds: 0.016,
  },
  library: {
    cold: { reads: 9, bytes: 1256 },
    unchanged: { reads: 1, bytes: 0 },
    changed: { reads: 1.2, bytes: 514 },
    cpuSeconds: 0.007,
  },
  access: 3,
  budget: { submit: 10, work: 130 },
  sweep: { idle: 3, batch: 4 },
};
