import { describe, expect, it } from 'vitest';
import { parseSpec, parseWholeSpec } from './parse-spec.ts';
import { computeChecksum, readSpecFile, specFiles } from './spec-files.ts';

const readTexts = (markdown: string) =>
  parseSpec('P', markdown).flatMap(({ entries }) => entries.map(({ text }) => text));

const readReferences = (letter: 'P' | 'T' | 'D', markdown: string) =>
  parseSpec(letter, markdown).flatMap(({ entries }) => entries.map(({ reference }) => reference));

describe('the text of an entry', () => {
  it.each([
    [
      'a paragraph over two lines',
      'One thing\nhappens. Then another.',
      ['One thing happens.', 'Then another.'],
    ],
    ['list items', '- First. Second.\n- Third\n  goes on.', ['First.', 'Second.', 'Third goes on.']],
    ['numbered items', '1. First.\n2. Second.', ['First.', 'Second.']],
    ['a sentence in lower case', 'A role. role and isAdmin differ.', ['A role.', 'role and isAdmin differ.']],
    ['bold labels', '**Menu:** open. **Toast:** shut.', ['Menu: open.', 'Toast: shut.']],
    [
      'parts between semicolons',
      "- Toast: one; 'a; b' (c; d); last.",
      ['Toast: one', "Toast: 'a; b' (c; d)", 'Toast: last.'],
    ],
    ['parts without a label', '- Refresh 30 s; poll 5 s: fast.', ['Refresh 30 s', 'poll 5 s: fast.']],
    [
      'a quoted text that ends its sentence',
      "It says 'Not found. Sorry.' Then it ends.",
      ["It says 'Not found. Sorry.'", 'Then it ends.'],
    ],
    [
      'rows of a table, without its head',
      "| A | B |\n| --- | --- |\n| x; y. Z | 'Gone; a.' |\n| 1 | - |",
      ["x; y. Z | 'Gone; a.'", '1 | -'],
    ],
    [
      'only the headings that quote a text',
      "### Plain's one\n\nText.\n\n### Page ('A Title')",
      ['Text.', "Page ('A Title')"],
    ],
  ])('is cut right for %s', (_, markdown, texts) => {
    expect(readTexts(`## 1. Section\n\n${markdown}\n`)).toEqual(texts);
  });

  it.each([
    "It reads 'Loading...' while it loads.",
    "It shows 'It failed. Try again.' or nothing.",
    "It says 'This batch doesn't contain any. Sorry.' when empty.",
    "The other providers' fields stay.",
    'A run at 2:00 AM costs 0.011, e.g. Always, with sd3.5 (see A. B. c).',
    'Code like `a. B; c` stays.',
  ])('stays whole: %s', (sentence) => {
    expect(readTexts(sentence)).toEqual([sentence]);
  });
});

describe('references', () => {
  it('count within a section, headings without a number included', () => {
    expect(
      readReferences('P', '# Title\n\nIntro.\n\n## 1. A\n\nX. Y.\n\n### Sub\n\nZ.\n\n## 2. B\n\nX.'),
    ).toEqual(['P0.1', 'P1.1', 'P1.2', 'P1.3', 'P2.1']);
  });

  it('of a section with numbered subsections cannot be taken for one of these', () => {
    expect(readReferences('T', '## 9. A\n\nX.\n\n### 9.1 B\n\nY. Z.')).toEqual([
      'T9.0.1',
      'T9.1.1',
      'T9.1.2',
    ]);
  });

  it('of decisions.md go by the heading', () => {
    expect(readReferences('D', 'Intro.\n\n## Names and settings\n\nX.')).toEqual([
      'D-introduction.1',
      'D-names-and-settings.1',
    ]);
  });
});

describe('the spec of this repository', () => {
  it.each(specFiles)('is unchanged since its references were given: $name', (file) => {
    expect(computeChecksum(readSpecFile(file))).toBe(file.sha256);
  });

  it('gives every entry a reference of its own', () => {
    const references = parseWholeSpec().flatMap(({ entries }) => entries.map(({ reference }) => reference));
    expect(references).toHaveLength(628);
    expect(new Set(references).size).toBe(references.length);
  });

  it.each([
    ['P5.6', 'The email is trimmed and lowercased before sending.'],
    ['P8.13', 'Image viewer load failure | the image is hidden'],
    ['T2.1.16', 'History actions: cancel a batch.'],
    ['T8.2.6', "An empty ZIP gives 'Empty ZIP file received'."],
    ['D-media.9', 'Inside: `{slug of the SEO title}.{ext}`, made unique with -2, -3.'],
  ])('has under %s what was there from the start', (reference, text) => {
    const entries = parseWholeSpec().flatMap((section) => section.entries);
    expect(entries.find((entry) => entry.reference === reference)?.text).toBe(text);
  });
});
