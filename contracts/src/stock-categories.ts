/** Categories of stock agencies: Adobe Stock's numbers and names, and Shutterstock's names for them. */
export interface StockCategory {
  readonly id: number;
  readonly name: string;
  readonly shutterstock: readonly [string, ...string[]];
}

export const STOCK_CATEGORIES: readonly StockCategory[] = [
  { id: 1, name: 'Animals', shutterstock: ['Animals/Wildlife'] },
  { id: 2, name: 'Buildings and Architecture', shutterstock: ['Buildings/Landmarks'] },
  { id: 3, name: 'Business', shutterstock: ['Business/Finance'] },
  { id: 4, name: 'Drinks', shutterstock: ['Food and drink'] },
  { id: 5, name: 'The Environment', shutterstock: ['Nature'] },
  { id: 6, name: 'States of Mind', shutterstock: ['People'] },
  { id: 7, name: 'Food', shutterstock: ['Food and drink'] },
  { id: 8, name: 'Graphic Resources', shutterstock: ['Backgrounds/Textures'] },
  { id: 9, name: 'Hobbies and Leisure', shutterstock: ['Sports/Recreation'] },
  { id: 10, name: 'Industry', shutterstock: ['Industrial'] },
  { id: 11, name: 'Landscapes', shutterstock: ['Nature', 'Parks/Outdoor'] },
  { id: 12, name: 'Lifestyle', shutterstock: ['People'] },
  { id: 13, name: 'People', shutterstock: ['People'] },
  { id: 14, name: 'Plants and Flowers', shutterstock: ['Nature'] },
  { id: 15, name: 'Culture and Religion', shutterstock: ['Religion'] },
  { id: 16, name: 'Science', shutterstock: ['Science'] },
  { id: 17, name: 'Social Issues', shutterstock: ['People'] },
  { id: 18, name: 'Sports', shutterstock: ['Sports/Recreation'] },
  { id: 19, name: 'Technology', shutterstock: ['Technology'] },
  { id: 20, name: 'Transport', shutterstock: ['Transportation'] },
  { id: 21, name: 'Travel', shutterstock: ['Buildings/Landmarks', 'Parks/Outdoor'] },
];

export const findStockCategory = (id: number | null): StockCategory | undefined =>
  STOCK_CATEGORIES.find((category) => category.id === id);
