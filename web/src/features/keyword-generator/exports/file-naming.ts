import { FileNamingSchema, type FileNaming } from '@portal/contracts/keyword-generator';
import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../../../shared/browser-storage.ts';

const KEY = 'portal:keyword-file-naming';

const read = (): FileNaming | undefined => readKept(localStorage, KEY, FileNamingSchema);

function subscribe(listener: () => void): () => void {
  const names = [KEY, 'storage'];
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}

/** How files are named, in every CSV and ZIP alike: a CSV is of use only beside files of the same names. */
export function useFileNaming(fallback: FileNaming = 'seo') {
  const naming = useSyncExternalStore(subscribe, read) ?? fallback;
  const setNaming = (next: FileNaming) => {
    keep(localStorage, KEY, next);
    dispatchEvent(new Event(KEY));
  };
  return { naming, setNaming };
}
