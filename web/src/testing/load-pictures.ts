import { vi } from 'vitest';
import { answerByPath } from './answer-by-path.ts';

interface Options {
  /** Whether the browser can display what it gets. */
  isReadable?: boolean;
  answer?: (path: string) => Response;
}

/** Answers requests for pictures, which can be displayed at once: a document of a test decodes nothing. Returns the requests. */
export function loadPictures({ isReadable = true, answer = createPicture }: Options = {}) {
  decodePictures(() => isReadable);
  return answerByPath(({ path }) => answer(path));
}

/** What is requested can be displayed at once. Call `answerByPath` too, which cleans up. */
export function decodePictures(isReadable = (): boolean => true): void {
  vi.stubGlobal(
    'Image',
    class {
      onload?: () => void;
      onerror?: () => void;
      set src(_url: string) {
        queueMicrotask(() => (isReadable() ? this.onload?.() : this.onerror?.()));
      }
    },
  );
}

export const createPicture = () => new Response('fox', { headers: { 'content-type': 'image/png' } });
