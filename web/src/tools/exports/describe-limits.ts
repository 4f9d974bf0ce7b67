import { MEGABYTE, type Agency, type Fact, type FactName } from '@portal/contracts/agencies/agency';
import { formatCount } from '../../ui/count.ts';

export interface Limit {
  name: string;
  value: string;
  /** None for the studio's own profile. */
  fact: Fact | undefined;
}

/** What an agency asks for, in words. */
export function describeLimits(agency: Agency): readonly Limit[] {
  const { title, keywords, maxFileNameLength } = agency;
  const limit = (name: string, fact: FactName, value: string | undefined): Limit[] =>
    value === undefined ? [] : [{ name, value, fact: agency.facts[fact] }];
  return [
    ...limit('AI pictures', 'ai', agency.acceptsAi ? 'Accepted' : 'Not accepted'),
    ...limit('Enlarged pictures', 'enlarging', agency.enlargingAdvice ?? undefined),
    ...limit(
      'Minimum size',
      'minMegapixels',
      agency.minMegapixels > 0 ? `${agency.minMegapixels} megapixels` : undefined,
    ),
    ...limit('Maximum size', 'maxMegapixels', say(agency.maxMegapixels, 'megapixels')),
    ...limit('Sides', 'edges', describeRange(agency.minEdge, agency.maxEdge, 'pixels')),
    ...limit('Minimum file size', 'minBytes', describeBytes(agency.minBytes)),
    ...limit('Maximum file size', 'maxBytes', describeBytes(agency.maxBytes)),
    ...limit(
      'File name',
      'fileName',
      maxFileNameLength === null ? undefined : `Up to ${maxFileNameLength} characters`,
    ),
    ...limit(
      'Title',
      'title',
      `Up to ${title.maxLength} characters${title.allowsCommas ? '' : ', no commas'}`,
    ),
    ...limit(
      'Keywords',
      'keywords',
      keywords.min > 0 ? `${keywords.min} to ${keywords.max}` : `Up to ${keywords.max}`,
    ),
    ...limit(
      'Names',
      'names',
      agency.acceptsAi && agency.refusesNames
        ? 'AI pictures are refused for names in title or keywords'
        : undefined,
    ),
    ...limit(
      'Texts',
      'texts',
      agency.needsTexts ? 'Must be inside the file' : 'Inside the file, or entered on the agency’s site',
    ),
    ...limit('Language', 'language', agency.isEnglishOnly ? 'English' : 'Any'),
    ...limit(
      'CSV',
      'csv',
      agency.csv
        ? agency.csv.columns.map(({ header }) => header).join(', ')
        : 'None: texts are read from the files',
    ),
  ];
}

const say = (value: number | null, unit: string): string | undefined =>
  value === null ? undefined : `${formatCount(value)} ${unit}`;

const describeBytes = (bytes: number | null): string | undefined =>
  say(bytes === null ? null : bytes / MEGABYTE, 'MB');

function describeRange(min: number | null, max: number | null, unit: string): string | undefined {
  if (min === null) return max === null ? undefined : `At most ${formatCount(max)} ${unit}`;
  return max === null
    ? `At least ${formatCount(min)} ${unit}`
    : `${formatCount(min)} to ${formatCount(max)} ${unit}`;
}
