// Preloaded into every process the runner starts (NODE_OPTIONS): when the parent is gone, even by kill -9, nobody is left
// to stop this process, so it stops itself.
const CHECK_EVERY_MS = 500;
const GRACE_MS = 6_000;

const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  process.kill(process.pid, 'SIGINT');
}, CHECK_EVERY_MS);
timer.unref();
