/** Adobe Stock's category numbers, with words that indicate each. */
const categories = [
  [1, 'Animals', 'animal cat dog bird horse fish wildlife pet lion butterfly'],
  [2, 'Buildings and Architecture', 'house building city castle tower architecture bridge street skyline'],
  [3, 'Business', 'business office meeting finance money'],
  [4, 'Drinks', 'drink coffee tea wine beer juice cocktail'],
  [7, 'Food', 'food cake bread fruit apple pizza vegetable meal'],
  [9, 'Hobbies and Leisure', 'hobby toy game garden camping'],
  [10, 'Industry', 'industry factory machine tool'],
  [13, 'People', 'people person portrait woman man child family girl boy'],
  [14, 'Plants and Flowers', 'flower flowers plant rose tree leaf vase'],
  [15, 'Culture and Religion', 'church temple religion festival christmas'],
  [16, 'Science', 'science laboratory space planet galaxy'],
  [18, 'Sports', 'sport football tennis running ball'],
  [19, 'Technology', 'technology computer phone robot software'],
  [20, 'Transport', 'car train plane ship boat bicycle truck'],
  [21, 'Travel', 'travel vacation tourism beach'],
  [11, 'Landscapes', 'landscape hills mountain mountains sea sky horizon lake'],
  [5, 'The Environment', 'nature meadow forest environment'],
  [8, 'Graphic Resources', 'lettering isolated background abstract pattern gradient texture object'],
] as const;

export interface Category {
  id: number;
  name: string;
}

/** The category that the first matching English word indicates. */
export function guessCategory(words: readonly string[]): Category | undefined {
  for (const word of words) {
    const found = categories.find(([, , signs]) => signs.split(' ').includes(word));
    if (found) return { id: found[0], name: found[1] };
  }
  return undefined;
}
