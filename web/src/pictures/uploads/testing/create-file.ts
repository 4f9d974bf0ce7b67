/** Large files only report their size; their content stays small. */
export function createFile(name: string, { size = 1000, type = 'image/jpeg', path = '' } = {}): File {
  const file = new File([new Uint8Array(Math.min(size, 1000))], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  if (path !== '') Object.defineProperty(file, 'path', { value: path });
  return file;
}

/** Four that are chosen, and after them one each that is too large, empty, of another type and no image. */
export const createMixedFiles = (maxBytes: number): File[] => [
  createFile('a.png', { type: 'image/png' }),
  createFile('b.jpg'),
  createFile('c.webp', { type: 'image/webp' }),
  createFile('just fits.png', { size: maxBytes }),
  createFile('too large.png', { size: maxBytes + 1 }),
  createFile('empty.png', { size: 0 }),
  createFile('drawing.svg', { type: 'image/svg+xml' }),
  createFile('notes.txt', { type: 'text/plain' }),
];
