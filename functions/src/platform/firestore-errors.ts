/** The gRPC status of what Firestore throws. */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const ABORTED = 10;

const hasCode = (error: unknown, ...codes: number[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

export const isNotFound = (error: unknown): boolean => hasCode(error, NOT_FOUND);

/** A conditional write found another version of the document, or none. */
export const isConflict = (error: unknown): boolean => hasCode(error, NOT_FOUND, FAILED_PRECONDITION);

/** A transaction has given up after conflicts with others: https://firebase.google.com/docs/firestore/transaction-data-contention */
export const isContended = (error: unknown): boolean => hasCode(error, ABORTED);
