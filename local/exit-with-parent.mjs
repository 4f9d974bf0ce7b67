// Preloaded into every child process (NODE_OPTIONS): the process stops itself when its parent is gone, even by kill -9.
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
