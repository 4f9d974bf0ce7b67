import { setTimeout as sleep } from 'node:timers/promises';

/** A little longer than CACHE_SECONDS of a portal under test. */
const LIFETIME_MS = 300;

/** Waits until every function uses the latest settings. The settings API has no cache. */
export const waitForCaches = () => sleep(LIFETIME_MS);
