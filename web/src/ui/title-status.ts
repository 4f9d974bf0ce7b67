/** What the titles of all pages start with: '(3/40)' while batches run, '(done)' when they have ended out of sight. */
import { Observable, useStore } from '../client/observable.ts';

let status = '';
const changes = new Observable();

export function setTitleStatus(next: string): void {
  if (next === status) return;
  status = next;
  changes.notify();
}

export function useTitle(title: string): string {
  const current = useStore(changes.subscribe, () => status);
  return current === '' ? title : `(${current}) ${title}`;
}
