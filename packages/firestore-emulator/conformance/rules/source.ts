/** A rules file that servers accept, or refuse with the lines that Google's emulator reports. */
export interface Source {
  title: string;
  source: string;
  /** Undefined for an accepted source. */
  lines?: readonly number[];
}

const head = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
`;
const tail = `
  }
}
`;

/** `text` starts on line 4. */
export function inDocuments(text: string): string {
  return `${head}${text}${tail}`;
}

/** `expression` is on line 6. */
export function inCondition(expression: string): string {
  return inDocuments(`    match /a/{id} {
      allow read: if
        ${expression};
    }`);
}

/** A chain of functions, each of which calls the previous one, and a rule that calls the last. */
export function chainFunctions(count: number): string {
  const functions = Array.from(
    { length: count },
    (_, n) => `    function f${n}() { return ${n === 0 ? 'true' : `f${n - 1}()`}; }\n`,
  );
  return `${functions.join('')}    match /a/{id} { allow read: if f${count - 1}(); }`;
}
