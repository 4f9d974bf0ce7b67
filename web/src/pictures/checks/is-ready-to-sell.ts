import { isAccepted } from '@portal/contracts/agencies/agencies';
import type { Agency } from '@portal/contracts/agencies/agency';
import { findPictureProblems, type ExportPicture } from '@portal/contracts/agencies/find-picture-problems';
import type { PictureChecks } from '@portal/contracts/checks';
import { findProblems } from './list-checks.ts';

interface OfferedPicture {
  /** Undefined if unknown. */
  width?: number | undefined;
  height?: number | undefined;
  isMadeByAi: boolean;
  /** A title and keywords. */
  hasTexts: boolean;
  checks?: PictureChecks | undefined;
}

/** As far as the page knows: the agency takes the picture, and no severe check is left. */
export function isReadyToSell(picture: OfferedPicture, agency: Agency): boolean {
  if (findProblems(picture.checks).some(({ isSevere }) => isSevere)) return false;
  const { width, height, isMadeByAi, hasTexts } = picture;
  // The export reads the size from the file.
  if (width === undefined || height === undefined)
    return isAccepted({ isMadeByAi }, agency) && (hasTexts || !agency.needsTexts);
  const texts = hasTexts ? makeTexts() : undefined;
  return findPictureProblems({ width, height, isMadeByAi, texts }, agency).reasons.length === 0;
}

/** Only missing texts are a reason to refuse a picture. The export warns of what is wrong with them. */
const makeTexts = (): ExportPicture['texts'] => ({
  seo_image_title: 'Title',
  seo_description: 'Description',
  keywords: ['keyword'],
  category: null,
  language: 'English',
});
