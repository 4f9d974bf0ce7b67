const ID = 'first-page';

/** Whether the page of `show-first-page.js` is in the document. It is visible while something says that the app starts. */
export const hasFirstPage = (): boolean => document.getElementById(ID) !== null;

export const removeFirstPage = (): void => document.getElementById(ID)?.remove();
