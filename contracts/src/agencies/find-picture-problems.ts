import type { KeywordLanguage, KeywordTexts } from '../keyword-generator.ts';
import { ScaleSchema, type Scale } from '../upscale.ts';
import { MAX_PIXELS } from '../uploads.ts';
import { isAccepted } from './agencies.ts';
import { MEGAPIXEL, type Agency } from './agency.ts';
import { areNamesRefused, findNamedWordProblems } from './find-named-word-problems.ts';
import { describeAiRefusal } from './find-rejections.ts';
import { findTextProblems } from './find-text-problems.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What an agency wants to know of a picture. Its file becomes an sRGB JPEG with a name that the agency accepts. */
export interface ExportPicture extends Size {
  readonly isMadeByAi: boolean;
  readonly texts?: (KeywordTexts & { readonly language: KeywordLanguage }) | undefined;
}

export interface ExportProblem {
  readonly kind: string;
  /** Shown to the user, of one picture or of many with the same problem. */
  readonly message: string;
}

interface PictureProblems {
  /** Why the agency would not take it. */
  readonly reasons: readonly ExportProblem[];
  /** What someone should look at. */
  readonly warnings: readonly ExportProblem[];
}

export function findPictureProblems(picture: ExportPicture, agency: Agency): PictureProblems {
  const { texts, isMadeByAi } = picture;
  const reasons = findReasons(picture, agency);
  if (!texts) return { reasons, warnings: agency.needsTexts ? [] : [TEXTS_MISSING] };
  const toCorrect = findTextProblems({ ...texts, isMadeByAi }, agency).filter(({ isRefusal }) => !isRefusal);
  return { reasons, warnings: [...toCorrect, ...findLanguageProblems(texts, agency)] };
}

/** Why the agency would not take it. An unknown size is no reason. */
export function findReasons(
  picture: Omit<ExportPicture, keyof Size> & { [Edge in keyof Size]?: number | undefined },
  agency: Agency,
): ExportProblem[] {
  const { texts, isMadeByAi, width, height } = picture;
  const reasons: ExportProblem[] = isAccepted(picture, agency)
    ? width === undefined || height === undefined
      ? []
      : findSizeProblems({ width, height }, agency)
    : [{ kind: 'made-by-ai', message: describeAiRefusal(agency) }];
  if (!texts) return agency.needsTexts ? [...reasons, TEXTS_MISSING] : reasons;
  // Only then are the texts read: an export asks for the reasons of all agencies.
  if (!areNamesRefused(picture, agency)) return reasons;
  const refusals = findNamedWordProblems({ ...texts, isMadeByAi }, agency).filter(
    ({ isRefusal }) => isRefusal,
  );
  return [...reasons, ...refusals.map(({ kind, message }) => ({ kind, message }))];
}

const TEXTS_MISSING = { kind: 'texts-missing', message: 'Title and keywords are missing.' };

function findSizeProblems({ width, height }: Size, agency: Agency): ExportProblem[] {
  const { minMegapixels, maxMegapixels, minEdge, maxEdge } = agency;
  const problems: ExportProblem[] = [];
  const pixels = width * height;
  const size = `${describeMegapixels(pixels)} megapixels`;
  if (pixels < minMegapixels * MEGAPIXEL) {
    problems.push({
      kind: 'too-few-megapixels',
      message: `${size}; at least ${minMegapixels} are required.`,
    });
  }
  if (maxMegapixels !== null && pixels > maxMegapixels * MEGAPIXEL) {
    problems.push({
      kind: 'too-many-megapixels',
      message: `${size}; the limit is ${maxMegapixels}.`,
    });
  }
  if (minEdge !== null && Math.min(width, height) < minEdge) {
    problems.push({
      kind: 'side-too-short',
      message: `The short side has ${Math.min(width, height)} pixels; at least ${minEdge} are required.`,
    });
  }
  if (maxEdge !== null && Math.max(width, height) > maxEdge) {
    problems.push({
      kind: 'side-too-long',
      message: `The long side has ${Math.max(width, height)} pixels; the limit is ${maxEdge}.`,
    });
  }
  return problems;
}

/** Never rounded up to the limit that it misses. */
const describeMegapixels = (pixels: number): string => String(Math.floor((pixels / MEGAPIXEL) * 100) / 100);

const findLanguageProblems = ({ language }: { language: KeywordLanguage }, agency: Agency): ExportProblem[] =>
  agency.isEnglishOnly && language !== 'English'
    ? [
        {
          kind: 'language',
          message: `${agency.name} accepts only English; these texts are in ${language}.`,
        },
      ]
    : [];

/** The smallest scale that makes the picture large enough; undefined if none does, or none has to. */
export function findScale({ width, height }: Size, agency: Agency): Scale | undefined {
  if (findSizeProblems({ width, height }, agency).length === 0) return undefined;
  return [...ScaleSchema.values].find((scale) => {
    const size = { width: width * scale, height: height * scale };
    return size.width * size.height <= MAX_PIXELS && findSizeProblems(size, agency).length === 0;
  });
}
