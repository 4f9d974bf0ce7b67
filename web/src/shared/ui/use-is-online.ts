import { useSyncExternalStore } from 'react';
import { browserConnection } from '../uploads/connection.ts';

export const useIsOnline = (): boolean =>
  useSyncExternalStore(browserConnection.subscribe, browserConnection.isOnline);
