/** Removes the frame of `show-first-page.js`. It is visible while something says that the app starts. */
export const removeFirstPage = (): void => document.getElementById('first-page')?.remove();
