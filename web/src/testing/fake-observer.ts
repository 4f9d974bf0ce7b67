/** Stands for the browser's: a document of a test has no layout, so the test says what is in view. */
export class FakeIntersectionObserver {
  static readonly observers = new Set<FakeIntersectionObserver>();
  readonly rootMargin: string;
  readonly elements = new Set<Element>();
  readonly report: (entries: object[]) => void;

  constructor(report: (entries: object[]) => void, { rootMargin = '' }: IntersectionObserverInit = {}) {
    this.report = report;
    this.rootMargin = rootMargin;
    FakeIntersectionObserver.observers.add(this);
  }

  readonly observe = (element: Element): void => void this.elements.add(element);
  readonly unobserve = (element: Element): void => void this.elements.delete(element);
  readonly disconnect = (): void => this.elements.clear();
}

/** Tells those that observe an element whether it is in view. Returns how far beyond the window they look. */
export function setInView(target: Element, isIntersecting: boolean): string[] {
  const watching = [...FakeIntersectionObserver.observers].filter(({ elements }) => elements.has(target));
  const boundingClientRect = target.getBoundingClientRect();
  for (const { report } of watching)
    report([{ target, isIntersecting, boundingClientRect, rootBounds: null }]);
  return watching.map(({ rootMargin }) => rootMargin);
}
