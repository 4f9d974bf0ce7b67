/** What happy-dom lacks or does slowly. A setup file of component tests. */
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { FakeIntersectionObserver } from './fake-observer.ts';
import { untilAborted } from './until-aborted.ts';

declare global {
  interface Window {
    /** Not the type of happy-dom: it would bring those of Node. */
    happyDOM: {
      settings: {
        fetch: { interceptor: object | null };
        navigation: { disableMainFrameNavigation: boolean; disableFallbackToSetURL: boolean };
      };
    };
  }
}

/** There is no layout. Virtual lists render what fits into their size, and have rows with `data-index`. */
const SIDE_PX = 600;
const ROW_PX = 60;
const FRAME_MS = 16;

const { settings } = window.happyDOM;
// Requests of tests that expect none, such as for thumbnails, are not answered. They end when nobody needs them. Only the
// probe of `checkConnection` is answered: a test that ends offline would leave the next ones offline.
settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ request: { url, signal } }: { request: Request }) =>
    new URL(url).pathname === '/icon.svg'
      ? new Response()
      : untilAborted(new Promise(() => undefined), signal),
};
// A click on a link that is left to the browser.
Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
Object.assign(window, {
  IntersectionObserver: FakeIntersectionObserver,
  // What has changed is rendered before the next frame.
  requestAnimationFrame: (run: FrameRequestCallback) => setTimeout(() => run(performance.now()), FRAME_MS),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  // Compares each element with all rules. What is hidden has an attribute or a style of its own.
  getComputedStyle: (element: Element) =>
    element instanceof HTMLElement || element instanceof SVGElement
      ? element.style
      : document.documentElement.style,
});
// As in new browsers: an effect that returns it has no valid cleanup.
Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
// An entry of a dialog.
history.pushState = () => undefined;
// Searches the document each time, and React asks for the body before each change.
Object.defineProperty(document, 'body', { value: document.body });
defineGetter(HTMLElement.prototype, 'clientHeight', () => SIDE_PX);
defineGetter(HTMLElement.prototype, 'offsetHeight', ({ dataset }) => ('index' in dataset ? ROW_PX : SIDE_PX));
setWidth(SIDE_PX);
// Searches the whole document for each field.
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLOutputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
])
  defineGetter(prototype, 'labels', findLabels);

/** Of every element, in pixels, until the test ends. */
export function setWidth(width: number): void {
  defineGetter(HTMLElement.prototype, 'clientWidth', () => width);
}

function defineGetter(prototype: HTMLElement, name: string, read: (element: HTMLElement) => unknown): void {
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return read(this);
    },
  });
}

function findLabels(element: HTMLElement): HTMLLabelElement[] {
  const { id } = element;
  const found =
    id === '' ? [] : [...document.querySelectorAll('label')].filter(({ htmlFor }) => htmlFor === id);
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around instanceof HTMLLabelElement) found.push(around);
  return found;
}

afterEach(() => {
  cleanup();
  setWidth(SIDE_PX);
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});
