import { useEffect } from 'react';

/** Files that are pasted while the page is shown; what is pasted into a field, or over an open dialog, is not for it. */
export function usePaste(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isElsewhere(event.target)) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [onFiles]);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=file]), textarea, select'))) ||
  document.querySelector('[role=dialog]') !== null;
