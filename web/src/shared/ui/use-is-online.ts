import { useSyncExternalStore } from 'react';
import { browserConnection } from '../connection/connection.ts';

export const useIsOnline = (): boolean =>
  useSyncExternalStore(browserConnection.subscribe, browserConnection.isOnline);
