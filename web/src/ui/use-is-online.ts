import { browserConnection } from '../client/connection/connection.ts';
import { useStore } from '../client/observable.ts';

export const useIsOnline = (): boolean => useStore(browserConnection.subscribe, browserConnection.isOnline);
