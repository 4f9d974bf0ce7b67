import { onTestFinished, vi } from 'vitest';

interface Options {
  /** Whether the browser can display what it gets. */
  isReadable?: boolean;
  answer?: (path: string) => Response;
}

/** Answers requests for pictures, which load at once: there is no network, and a document of a test decodes nothing. */
export function loadPictures({ isReadable = true, answer = createPicture }: Options = {}) {
  const requested: string[] = [];
  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    requested.push(path);
    if (typeof body === 'string') bodies.push(body);
    return answer(path);
  });
  vi.stubGlobal(
    'Image',
    class {
      onload?: () => void;
      onerror?: () => void;
      set src(_url: string) {
        queueMicrotask(() => (isReadable ? this.onload?.() : this.onerror?.()));
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { requested, bodies };
}

const createPicture = () => new Response('fox', { headers: { 'content-type': 'image/png' } });
