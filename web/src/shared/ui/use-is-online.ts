import { browserConnection } from '../connection/connection.ts';
import { useStore } from '../observable.ts';

export const useIsOnline = (): boolean => useStore(browserConnection.subscribe, browserConnection.isOnline);
