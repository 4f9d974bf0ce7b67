/** What the titles of all pages start with: '(3/40)' while batches run, '(done)' when they have ended out of sight. */
import { useStore } from '../use-store.ts';

let status = '';
const listeners = new Set<() => void>();

export function setTitleStatus(next: string): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTitle(title: string): string {
  const current = useStore(subscribe, () => status);
  return current === '' ? title : `(${current}) ${title}`;
}
