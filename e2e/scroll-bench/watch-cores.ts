import { cpus } from 'node:os';

const read = () => {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({
    idle,
    busy: Object.values(busy).reduce((sum, ms) => sum + ms, 0),
  }));
  const sum = (name: 'idle' | 'busy') => times.reduce((total, core) => total + core[name], 0);
  return { idle: sum('idle'), busy: sum('busy') };
};

/** The returned function describes how busy the machine's cores have been since. */
export function watchCores(): () => string {
  const before = read();
  return () => {
    const after = read();
    const busy = after.busy - before.busy;
    return `cores ${Math.round((busy / (busy + after.idle - before.idle)) * 100)}% busy`;
  };
}
