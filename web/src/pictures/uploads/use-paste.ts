import { useEffect } from 'react';

/** Handles files pasted anywhere on the page, except into a field or while a dialog is open. */
export function usePaste(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isElsewhere(event.target)) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onFiles]);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=file]), textarea, select'))) ||
  document.querySelector('[role=dialog]') !== null;
