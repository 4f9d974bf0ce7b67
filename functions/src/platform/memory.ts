const GIBIBYTES = 2;

/** Memory of every function that decodes pictures. The budget of functions/src/pictures/picture-memory.ts follows it. */
export const PICTURE_MEMORY = `${GIBIBYTES}GiB` as const;
export const PICTURE_MEMORY_BYTES = GIBIBYTES * 1024 ** 3;
