/** `fox.png` becomes `fox-2.png` if the name is taken, in any case. Adds it to those that are taken. */
export function makeUniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]+)?$/s.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const unique = number === 1 ? name : `${stem}-${number}${extension}`;
    const key = unique.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return unique;
  }
}
