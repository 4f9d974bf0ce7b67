import { browserConnection } from '../connection/connection.ts';
import { useStore } from '../use-store.ts';

export const useIsOnline = (): boolean => useStore(browserConnection.subscribe, browserConnection.isOnline);
