/** What a model that looks at a picture is asked besides: what an agency would refuse. */
import {
  IssueKindSchema,
  IssueSchema,
  MAX_ISSUE_LENGTH,
  MAX_ISSUES,
  type Issue,
} from '@portal/contracts/checks';
import { toOneLine } from '@portal/contracts/to-one-line';
import { z } from 'zod';

export const ISSUES_RULE =
  'Issues are what stock agencies refuse: readable text or a watermark (text), a logo or brand (brand), malformed hands, faces or objects (malformed), a person or place that can be recognized (recognizable), nudity, violence, the style of a known artist (artist-style). For each: its box in percent of the picture, how severe it is, and one short sentence in English. Most pictures have none.';

const percent = { type: 'integer' };

export const ISSUES_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: IssueKindSchema.options },
      severity: { type: 'string', enum: IssueSchema.shape.severity.options },
      sentence: { type: 'string' },
      left: percent,
      top: percent,
      width: percent,
      height: percent,
    },
    required: ['kind', 'severity', 'sentence', 'left', 'top', 'width', 'height'],
    additionalProperties: false,
  },
};

const PercentSchema = z.number().transform((value) => Math.min(Math.max(Math.round(value), 0), 100));

const BoxSchema = z.object({
  left: PercentSchema,
  top: PercentSchema,
  width: PercentSchema,
  height: PercentSchema,
});

const AnsweredSchema = IssueSchema.pick({ kind: true, severity: true }).extend({
  sentence: z.string().transform((text) => toOneLine(text).slice(0, MAX_ISSUE_LENGTH)),
});

/** What can be read of an answer. An issue without a usable box is everywhere. */
export function readIssues(answered: unknown): Issue[] {
  if (!Array.isArray(answered)) return [];
  return answered.slice(0, MAX_ISSUES).flatMap((each: unknown): Issue[] => {
    const issue = AnsweredSchema.safeParse(each);
    if (!issue.success) return [];
    const box = BoxSchema.safeParse(each);
    return [{ ...issue.data, ...(box.success && isPart(box.data) && { box: clip(box.data) }) }];
  });
}

type Box = z.infer<typeof BoxSchema>;

const isPart = ({ left, top, width, height }: Box): boolean =>
  left < 100 && top < 100 && width > 0 && height > 0 && width * height < 90 * 100;

const clip = ({ left, top, width, height }: Box): Box => ({
  left,
  top,
  width: Math.min(width, 100 - left),
  height: Math.min(height, 100 - top),
});
