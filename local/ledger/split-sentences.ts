const ABBREVIATIONS = ['e.g.', 'i.e.'];

/** Cuts a paragraph or list item into its sentences; what is quoted, in code or in brackets stays whole. */
export function splitSentences(text: string): string[] {
  const outside = findOutside(text);
  const sentences: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (endsSentence(text, index, outside)) {
      sentences.push(text.slice(start, index + 1));
      start = index + 1;
    }
  }
  sentences.push(text.slice(start));
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** Cuts a sentence at its semicolons; each part keeps the label (`Toast: ...; ...`) of the first. */
export function splitClauses(sentence: string): string[] {
  const outside = findOutside(sentence);
  const clauses: string[] = [];
  let label = '';
  let start = 0;
  for (let index = 0; index < sentence.length; index++) {
    if (!outside[index]) continue;
    if (clauses.length === 0 && label === '' && sentence.startsWith(': ', index)) {
      label = sentence.slice(0, index + 2);
      start = index + 2;
    }
    if (sentence[index] === ';') {
      clauses.push(sentence.slice(start, index));
      start = index + 1;
    }
  }
  clauses.push(sentence.slice(start));
  return clauses.map((clause) => label + clause.trim());
}

function endsSentence(text: string, index: number, outside: readonly boolean[]): boolean {
  const rest = text.slice(index + 1);
  if (rest !== '' && !/^\s/.test(rest)) return false;
  if (/[.?!]/.test(text.charAt(index)) && outside[index]) {
    return !ABBREVIATIONS.some((abbreviation) => text.slice(0, index + 1).endsWith(abbreviation));
  }
  // A quoted text that ends with a full stop may end the sentence around it too.
  const endsQuote = text[index] === "'" && /[^.][.?!]$/.test(text.slice(0, index));
  return endsQuote && /^\s+[^a-z\s]/.test(rest);
}

/** For each character: is it outside quotes, code and brackets? */
function findOutside(text: string): boolean[] {
  let closer = '';
  let depth = 0;
  return text.split('').map((character, index) => {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + 1);
    if (closer !== '') {
      // The apostrophe in 'doesn't' closes nothing.
      if (character === closer && (closer === '`' || !/[a-z]/i.test(after))) closer = '';
      return false;
    }
    if (character === '`' || (character === "'" && /^[\s(/]?$/.test(before))) {
      closer = character;
      return false;
    }
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    return depth === 0;
  });
}
