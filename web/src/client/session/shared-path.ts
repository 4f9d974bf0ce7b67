const FOLDER = '/shared/';

/** The page of a shared batch; with ':token' the pattern of its route. */
export const sharedPath = (token: string): string => `${FOLDER}${token}`;

/** Like routes, without regard to case. */
export const isSharedPath = (path: string): boolean => path.toLowerCase().startsWith(FOLDER);
