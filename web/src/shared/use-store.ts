import { useSyncExternalStore } from 'react';

/** A value outside of React that can change. Tests also render with it on a server. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read, read);
