import { randomUUID } from 'node:crypto';

/** One delivery in one process. */
export const nameWorker = (): string => `${process.pid}-${randomUUID()}`;
