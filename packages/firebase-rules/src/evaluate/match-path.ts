import type { PatternPart } from '../syntax/syntax.ts';
import { PathCapture, RulesPath, type PathSegment, type RulesValue } from '../values/rules-value.ts';

/** The value of each part of the pattern; undefined if it matches but is unknown. */
type Captured = readonly (RulesValue | undefined)[];

/**
 * Matches a path with a pattern, which has at most one `{name=**}`. The path of a query can itself contain captures, for
 * any document id or any number of segments.
 */
export function matchPath(
  pattern: readonly PatternPart[],
  path: readonly PathSegment[],
): Captured | undefined {
  const glob = pattern.findIndex((part) => part.kind === 'capture' && part.isGlob);
  if (glob < 0) {
    return pattern.length === path.length ? matchSegments(pattern, path) : undefined;
  }
  const end = path.length - (pattern.length - 1 - glob);
  if (end < glob) return undefined;
  const before = matchSegments(pattern.slice(0, glob), path);
  const after = matchSegments(pattern.slice(glob + 1), path.slice(end));
  return before && after && [...before, new RulesPath(path.slice(glob, end)), ...after];
}

function matchSegments(
  parts: readonly PatternPart[],
  segments: readonly PathSegment[],
): (RulesValue | undefined)[] | undefined {
  const captured: (RulesValue | undefined)[] = [];
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    const isLiteral = typeof segment === 'string';
    const fits =
      part.kind === 'segment'
        ? segment === part.text
        : isLiteral || (segment instanceof PathCapture && !segment.isGlob);
    if (!fits) return undefined;
    captured.push(isLiteral ? segment : undefined);
  }
  return captured;
}
