/** A rules file that servers take or refuse, with the lines that Google's emulator complains about. */
export interface Source {
  title: string;
  source: string;
  /** None for a source that is taken. */
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

/** From line 4 on. */
export function inDocuments(text: string): string {
  return `${head}${text}${tail}`;
}

/** On line 6. */
export function inCondition(expression: string): string {
  return inDocuments(`    match /a/{id} {
      allow read: if
        ${expression};
    }`);
}

/** Functions of which each calls the one before, and a rule that calls the last. */
export function chainFunctions(count: number): string {
  const functions = Array.from(
    { length: count },
    (_, n) => `    function f${n}() { return ${n === 0 ? 'true' : `f${n - 1}()`}; }\n`,
  );
  return `${functions.join('')}    match /a/{id} { allow read: if f${count - 1}(); }`;
}
