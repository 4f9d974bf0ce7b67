/** The colors of what opens from an element at the end of the page, if they are not those of the page: the viewer is always dark. */
export const readScheme = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-scheme]:not(html)')?.dataset['scheme'];
