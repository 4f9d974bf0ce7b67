import { FileNamingSchema, type FileNaming } from '@portal/contracts/keyword-generator';
import { readStored, writeIfPossible } from '../../../client/browser-storage.ts';
import { useStore } from '../../../client/observable.ts';

const KEY = 'portal:keyword-file-naming';

const read = (): FileNaming | undefined => readStored(localStorage, KEY, FileNamingSchema);

function subscribe(listener: () => void): () => void {
  const names = [KEY, 'storage'];
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}

/** How files are named in every CSV and ZIP. They must match, so the setting is shared. */
export function useFileNaming(fallback: FileNaming = 'seo') {
  const naming = useStore(subscribe, read) ?? fallback;
  const setNaming = (next: FileNaming) => {
    writeIfPossible(localStorage, KEY, next);
    dispatchEvent(new Event(KEY));
  };
  return { naming, setNaming };
}
