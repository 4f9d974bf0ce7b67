import { vi } from 'vitest';
import { FakeIntersectionObserver } from './fake-observer.ts';

declare global {
  interface Window {
    /** Not the type of happy-dom: it would bring those of Node. */
    happyDOM: {
      settings: {
        fetch: { interceptor: object | null };
        navigation: { disableMainFrameNavigation: boolean; disableFallbackToSetURL: boolean };
      };
      setURL: (url: string) => void;
    };
  }
}

/** There is no layout. Virtual lists render what fits into their size. */
const SIDE_PX = 600;
const ROW_PX = 60;
const FRAME_MS = 16;

/** Gives happy-dom what it lacks, and takes what would outlast a test. `width`: of every element, in pixels. */
export function prepareDocument(width = SIDE_PX): void {
  const { settings } = window.happyDOM;
  window.happyDOM.setURL('http://localhost:3000/');
  // Requests of tests that expect none, such as for thumbnails, are never answered.
  settings.fetch.interceptor = { beforeAsyncRequest: () => new Promise(() => {}) };
  // A click on a link that is left to the browser.
  Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
  // An entry of a dialog.
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined);
  Object.assign(window, { IntersectionObserver: FakeIntersectionObserver });
  // That of happy-dom compares each element with all rules. What is hidden has an attribute or a style of its own.
  vi.spyOn(window, 'getComputedStyle').mockImplementation(readOwnStyle);
  // Popper asks each element whether it is a window, and happy-dom writes down all that is in it: 7% of the time of component tests.
  Object.assign(Element.prototype, { toString: () => '[object HTMLElement]' });
  // That of happy-dom searches the document each time, and React asks for the body before each change.
  vi.spyOn(document, 'body', 'get').mockReturnValue(document.body);
  // That of happy-dom searches the whole document for each field.
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLOutputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ])
    vi.spyOn(prototype, 'labels', 'get').mockImplementation(findLabels);
  // What has changed is rendered before the next frame.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) =>
    setTimeout(() => run(performance.now()), FRAME_MS),
  );
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((frame) => clearTimeout(frame));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIDE_PX);
  // Without a height, a virtual list would render all of its rows, which have this attribute.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return 'index' in this.dataset ? ROW_PX : SIDE_PX;
  });
}

const readOwnStyle = (element: Element): CSSStyleDeclaration =>
  element instanceof HTMLElement || element instanceof SVGElement
    ? element.style
    : document.documentElement.style;

function findLabels(this: HTMLElement): NodeListOf<HTMLLabelElement> {
  const { id } = this;
  const found =
    id === '' ? [] : [...document.querySelectorAll('label')].filter(({ htmlFor }) => htmlFor === id);
  for (let around = this.parentElement; around; around = around.parentElement)
    if (around instanceof HTMLLabelElement) found.push(around);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its items are read
  return found as unknown as NodeListOf<HTMLLabelElement>;
}

/** Call at the end of each test that has called `prepareDocument`. */
export function resetDocument(): void {
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
}
