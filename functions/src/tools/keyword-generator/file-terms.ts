/**
 * Keywords about the camera or the file instead of the picture, which agencies count as spam: Shutterstock, "How is Keyword Spamming
 * Defined?". As a whole keyword, after cleaning: "f/2.8" is "f 2 8". A camera may be in the picture.
 */
const FILE_TERMS: readonly RegExp[] = [
  /^f ?\d{1,2} \d$/,
  /^f \d$/,
  /^iso ?\d{2,6}$/,
  /^\d{1,4} ?mm(?: lens)?$/,
  /^1 \d{2,4} ?s(?:ec(?:onds?)?)?$/,
  /^\d+ ?(?:mp|megapixels?)$/,
  /^(?:[248]k|u?hd|full hd|ultra hd|hi(?:gh)? ?-?(?:res(?:olution)?|quality))(?: (?:image|photo|picture|wallpaper))?$/,
  /^(?:dslr|full frame)(?: (?:image|photo|photography|picture))?$/,
  /\b(?:stock[ -](?:footage|images?|photo(?:s|graphy|graph|graphs)?|pictures?)|royalty[ -]free)\b/,
];

export const isFileTerm = (keyword: string): boolean => FILE_TERMS.some((term) => term.test(keyword));
