import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

let clicked: object[] = [];
let attached: object[] = [];

beforeEach(() => {
  clicked = [];
  attached = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    body: { append: (link: object) => attached.push(link) },
    createElement: () => ({
      click(this: object) {
        const { href, download, rel } = Object.assign({ href: '', download: '', rel: '' }, this);
        clicked.push({ href, download, rel, isAttached: attached.includes(this) });
      },
      remove(this: object) {
        attached = attached.filter((link) => link !== this);
      },
    }),
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

test('saves bytes under a name, and forgets them a minute later', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:fox');
  saveFile.blob(new Blob(['fox']), 'fox.txt');
  expect(clicked).toEqual([{ href: 'blob:fox', download: 'fox.txt', rel: 'noopener', isAttached: true }]);
  expect(attached).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:fox');
});

test('saves from a URL under the name that the server gives', () => {
  saveFile.url('https://media.example/fox.zip');
  expect(clicked).toEqual([
    { href: 'https://media.example/fox.zip', download: '', rel: 'noopener', isAttached: true },
  ]);
  expect(attached).toEqual([]);
});
