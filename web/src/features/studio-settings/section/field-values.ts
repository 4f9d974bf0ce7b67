/** Undefined when empty. NaN, which no schema accepts, when not a number. */
export const readNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text);

export const readText = (text: string): string | undefined => text.trim() || undefined;

export const writeField = (value: string | number | undefined): string =>
  value === undefined ? '' : String(value);
