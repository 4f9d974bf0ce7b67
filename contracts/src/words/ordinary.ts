/** Phrases that have a listed name in them, and mean something else. */
export const ORDINARY =
  'kia ora, naruto strait, naruto whirlpool, pont levis, rembrandt light, rembrandt lighting, rembrandt triangle';
