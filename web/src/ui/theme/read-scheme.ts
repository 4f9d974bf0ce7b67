/** For what opens from an element at the end of the page: the viewer is dark in both color schemes. */
export const readScheme = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-scheme]')?.dataset['scheme'];
