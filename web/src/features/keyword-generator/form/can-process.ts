/** Neither nothing nor more than a batch may have. */
export const canProcess = (count: number, most: number): boolean => count > 0 && count <= most;
