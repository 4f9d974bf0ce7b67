export const canProcess = (count: number, maxCount: number): boolean => count > 0 && count <= maxCount;
