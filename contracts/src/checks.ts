/**
 * What may keep a picture from being sold. Checks inform: they block nothing but an export whose agency refuses the file.
 *
 * - flaw: measured in the pixels of every stored picture, free
 * - issue: what a model may have seen in it
 * - likeness: how much two pictures of one owner resemble each other, by their hashes
 */
import { z } from 'zod';

export const FlawKindSchema = z.enum([
  'soft',
  'noise',
  'clipped-highlights',
  'clipped-shadows',
  'banding',
  'blocks',
  'color-cast',
  'frame',
  'empty',
]);
export type FlawKind = z.infer<typeof FlawKindSchema>;

export const SideSchema = z.enum(['top', 'right', 'bottom', 'left']);
export type Side = z.infer<typeof SideSchema>;

export const FlawSchema = z.object({
  kind: FlawKindSchema,
  /** Pixels for a frame, else as describeFlaw says. */
  measure: z.number(),
  /** Of a frame. */
  sides: z.array(SideSchema).optional(),
});
export type Flaw = z.infer<typeof FlawSchema>;

export const MeasuresSchema = z.object({
  /** For likeness, in Base64. */
  hash: z.string().max(64),
  /** Of the sharpest region, from 0 to 100. */
  sharpness: z.number().int(),
  /** Missing if there are none. */
  flaws: z.array(FlawSchema).optional(),
});
export type Measures = z.infer<typeof MeasuresSchema>;

export const IssueKindSchema = z.enum([
  'text',
  'brand',
  'malformed',
  'recognizable',
  'nudity',
  'violence',
  'artist-style',
]);
export type IssueKind = z.infer<typeof IssueKindSchema>;

export const MAX_ISSUES = 5;
export const MAX_ISSUE_LENGTH = 160;

const PercentSchema = z.number().min(0).max(100);

export const IssueSchema = z.object({
  kind: IssueKindSchema,
  severity: z.enum(['minor', 'severe']),
  /** Where it is, in percent of the picture. Missing if it is everywhere. */
  box: z
    .object({ left: PercentSchema, top: PercentSchema, width: PercentSchema, height: PercentSchema })
    .optional(),
  sentence: z.string().max(MAX_ISSUE_LENGTH),
});
export type Issue = z.infer<typeof IssueSchema>;

export const hasSevereIssue = (issues: readonly Issue[] | undefined): boolean =>
  issues?.some(({ severity }) => severity === 'severe') ?? false;

export const CheckKindSchema = z.enum([...FlawKindSchema.options, ...IssueKindSchema.options]);
export type CheckKind = z.infer<typeof CheckKindSchema>;

export const DismissedSchema = z.array(CheckKindSchema).max(CheckKindSchema.options.length);

/** The checks of a picture, as lists have them. */
export const PictureChecksSchema = z.object({
  measures: MeasuresSchema.optional(),
  /** Missing if no model has looked at the picture; empty if it saw nothing. */
  issues: z.array(IssueSchema).optional(),
  /** What a person has said is no problem. Missing if there is nothing. */
  dismissed: DismissedSchema.optional(),
});
export type PictureChecks = z.infer<typeof PictureChecksSchema>;
