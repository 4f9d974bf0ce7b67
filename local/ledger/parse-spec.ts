import { readSpecFile, specFiles, type SpecFile } from './spec-files.ts';
import { splitClauses, splitSentences } from './split-sentences.ts';

/** One thing that the spec says. */
export interface SpecEntry {
  /** What a test's name carries in brackets, such as `P5.3`. */
  reference: string;
  text: string;
}

export interface SpecSection {
  /** `P5`, `T2.1` or `D-batches`. */
  id: string;
  heading: string;
  entries: SpecEntry[];
}

type Letter = SpecFile['letter'];

export const parseWholeSpec = (): SpecSection[] =>
  specFiles.flatMap((file) => parseSpec(file.letter, readSpecFile(file)));

/** Reads one spec file: an entry for each table row, each sentence, and each part of a sentence between semicolons. */
export function parseSpec(letter: Letter, markdown: string): SpecSection[] {
  let current = openSection(letter === 'D' ? 'D-introduction' : `${letter}0`, 'Introduction');
  const sections = [current];
  for (const block of splitBlocks(markdown)) {
    const [, marks = '', heading = ''] = /^(#+) (.*)$/.exec(block) ?? [];
    const id = findSectionId(letter, marks.length, heading);
    if (id !== undefined) {
      current = openSection(id, heading);
      sections.push(current);
    }
    current.texts.push(...readBlock(block));
  }
  return sections
    .filter(({ texts }) => texts.length > 0)
    .map(({ id, heading, texts }) => {
      // Without `.0`, `T9.1` could be meant as section 9.1 and be taken for the first entry of section 9.
      const hasSubsections = sections.some((other) => other.id.startsWith(`${id}.`));
      const fullId = hasSubsections ? `${id}.0` : id;
      const entries = texts.map((text, index) => ({ reference: `${fullId}.${index + 1}`, text }));
      return { id: fullId, heading, entries };
    });
}

const openSection = (id: string, heading: string) => ({ id, heading, texts: new Array<string>() });

/** Headings without a number of their own count inside the section above them. */
function findSectionId(letter: Letter, level: number, heading: string): string | undefined {
  if (level < 2) return undefined;
  if (letter === 'D') return `D-${heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const number = /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1];
  return number === undefined ? undefined : letter + number;
}

/** One string for each heading, paragraph, list item and table row, with wrapped lines joined. */
function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let continues = false;
  for (const line of markdown.split('\n').map((text) => text.trim())) {
    const startsBlock = /^(#|\||- |\d+\. )/.test(line);
    if (line !== '' && continues && !startsBlock) blocks.push(`${blocks.pop() ?? ''} ${line}`);
    else if (line !== '') blocks.push(line);
    continues = line !== '' && !/^[#|]/.test(line);
  }
  return blocks.filter((block, index) => !isTableRule(block) && !isTableRule(blocks[index + 1]));
}

const isTableRule = (block = '') => /^\|[\s|:-]+\|$/.test(block);

function readBlock(block: string): string[] {
  // A heading says something only where it quotes a text of the product.
  if (block.startsWith('#')) return /[\s(]'/.test(block) ? [block.replace(/^#+ /, '')] : [];
  if (block.startsWith('|')) {
    const cells = block.slice(1, -1).split('|');
    return [cells.map((cell) => cell.trim()).join(' | ')];
  }
  const prose = block.replace(/^(?:-|\d+\.) /, '').replaceAll('**', '');
  return splitSentences(prose).flatMap(splitClauses);
}
