import { useSyncExternalStore } from 'react';

/** A value outside of React that can change. The server renderer of unit tests asks for the third argument. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read, read);
