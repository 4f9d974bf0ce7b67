import type { Agency } from '@portal/contracts/agencies/agency';
import { findReasons, type ExportPicture } from '@portal/contracts/agencies/find-picture-problems';
import type { LibraryPicture } from '@portal/contracts/library';
import { findProblems } from './list-checks.ts';

type OfferedPicture = Pick<LibraryPicture, 'width' | 'height' | 'title' | 'keywords' | 'checks'> &
  Pick<ExportPicture, 'isMadeByAi'>;

/** As far as the page knows: the agency takes the picture, and no severe check is left. The export reads the file. */
export const isReadyToSell = (picture: OfferedPicture, agency: Agency): boolean =>
  !findProblems(picture.checks).some(({ isSevere }) => isSevere) &&
  findReasons({ ...picture, texts: readTexts(picture) }, agency).length === 0;

/** What keeps a picture out: the rest is only a warning. */
const readTexts = ({ title = '', keywords = [] }: OfferedPicture): ExportPicture['texts'] =>
  title === '' || keywords.length === 0
    ? undefined
    : { seo_image_title: title, keywords, seo_description: '', category: null, language: 'English' };
