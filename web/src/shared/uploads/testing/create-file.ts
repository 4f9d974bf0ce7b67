/** Large files only report their size; their content stays small. */
export function createFile(name: string, { size = 1000, type = 'image/jpeg', path = '' } = {}): File {
  const file = new File([new Uint8Array(Math.min(size, 1000))], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  if (path !== '') Object.defineProperty(file, 'path', { value: path });
  return file;
}
