/** What a text field means: nothing when it is empty; NaN for what is no number, which no schema accepts. */
export const readNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text);

export const readText = (text: string): string | undefined => text.trim() || undefined;

export const writeField = (value: string | number | undefined): string =>
  value === undefined ? '' : String(value);
