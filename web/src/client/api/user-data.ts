/** A window event: the user has signed out, and what was loaded for them is forgotten. */
export const USER_DATA_CLEARED = 'portal:user-data-cleared';
