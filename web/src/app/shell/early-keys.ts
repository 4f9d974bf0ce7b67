/** While the palette opens, what is typed still goes to the page. People type its first letters right after Ctrl K. */
const MAX_WAIT_MS = 5000;

/** Keeps the letters that are typed until a field is there for them. */
export function makeEarlyKeys() {
  let text = '';
  let until = 0;
  return {
    start() {
      text = '';
      until = performance.now() + MAX_WAIT_MS;
    },
    /** Returns whether the key was kept, so that nothing else may use it. */
    keep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
      if (performance.now() >= until || ctrlKey || metaKey || altKey) return false;
      const isLetter = key.length === 1;
      if (isLetter) text += key;
      // Enter would press the page's button.
      return isLetter || key === 'Enter';
    },
    /** What was typed; nothing is kept after it. */
    end(): string {
      const typed = text;
      text = '';
      until = 0;
      return typed;
    },
  };
}
