import { z } from 'zod';

const LONG_MS = 50;

const TraceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Start, duration and CPU time, in microseconds. */
      ts: z.number(),
      dur: z.number().default(0),
      tdur: z.number().default(0),
    }),
  ),
});

interface MainThread {
  /** Of each frame, in milliseconds. Longer than the CPU time while other processes use the cores. */
  elapsed: number[];
  cpu: number[];
  /** Tasks over 50 ms, by elapsed and by CPU time. */
  longElapsed: number;
  longCpu: number;
}

/** What the main thread of the traced page did in each frame. */
export function readMainThread(trace: Buffer): MainThread {
  const { traceEvents } = TraceSchema.parse(JSON.parse(trace.toString()));
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame').toSorted(byStart);
  const [first] = frames;
  if (!first) throw new Error('The trace has no frames.');
  const starts = frames.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .toSorted(byStart);
  const result: MainThread = { elapsed: [], cpu: [], longElapsed: 0, longCpu: 0 };
  let frame: { elapsed: number; cpu: number } | undefined;
  for (const { ts, dur, tdur } of tasks) {
    let startsFrame = false;
    for (; starts[0] && starts[0].ts <= ts + dur; starts.shift()) startsFrame ||= starts[0].ts >= ts;
    if (startsFrame) {
      if (frame) {
        result.elapsed.push(frame.elapsed);
        result.cpu.push(frame.cpu);
      }
      frame = { elapsed: 0, cpu: 0 };
    }
    if (!frame) continue;
    frame.elapsed += dur / 1000;
    frame.cpu += tdur / 1000;
    if (dur > LONG_MS * 1000) result.longElapsed += 1;
    if (tdur > LONG_MS * 1000) result.longCpu += 1;
  }
  return result;
}

const byStart = (one: { ts: number }, other: { ts: number }) => one.ts - other.ts;
