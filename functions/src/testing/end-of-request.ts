/** Separates requests in the output of functions-main.ts. */
export const END_OF_REQUEST = 'end of request';
