/** The accessibility tree, as a screen reader goes through it. */
import type { Locator } from 'playwright-core';

const PATTERNS: readonly [RegExp, string][] = [
  [/"?(just now|\d+ (s|min) ago)"?/g, '(time ago)'],
  [/Expires in [\d a-z]+/g, 'Expires in (time)'],
  [/a few seconds left|about \d+ (s|min) left/g, '(time left)'],
  [/\d+\/\d+\/\d+, \d+:\d+ [AP]M/g, '(date)'],
  [/(Cost )?\$[\d.]+(, estimated| so far)/g, '$1(dollars)$2'],
  [/\d+ KB/g, '(size)'],
  [/\(?\d{13}-\d+\)?/g, '(mark)'],
  [/(#batch-|\?gallery=)\w+/g, '$1(id)'],
  // What is measured differs with each drawing.
  [/\n( *)- region "Checks":(\n\1 +.*)+/g, '\n$1- region "Checks"'],
  // A select offers too many to read here.
  [/\n *- option "[^"]*"(?! \[selected\])/g, ''],
];

/** Names what differs between runs. */
export const withPatterns = (text: string): string =>
  PATTERNS.reduce((named, [pattern, name]) => named.replaceAll(pattern, name), text);

export const readTree = async (part: Locator): Promise<string> => withPatterns(await part.ariaSnapshot());
