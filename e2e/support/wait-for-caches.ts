import { setTimeout as sleep } from 'node:timers/promises';

/** Functions cache settings and key states for 2 s. */
const LIFETIME_MS = 2500;

/** Waits until every function uses the latest settings. The settings API has no cache. */
export const waitForCaches = () => sleep(LIFETIME_MS);
