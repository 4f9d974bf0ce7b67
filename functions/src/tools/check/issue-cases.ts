/** What a model should see in three pictures. Only `npm run providers:check` asks a real one. */
import assert from 'node:assert/strict';
import { IssueSchema, type IssueKind } from '@portal/contracts/checks';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { z } from 'zod';
import { loadSharp } from '../../pictures/load-sharp.ts';
import { expectMade, MAX_CALL_MS, type AdapterCase } from '../../providers/conformance/adapter-case.ts';
import { describePicture } from '../../providers/describe-picture.ts';
import { DEFAULT_MODELS } from '../../providers/model-registry.ts';
import { CHECK_QUESTION, PRICE_SHARE } from './check-tool.ts';

/** Lines, because a machine may have no font. */
const OPEN =
  'M60 120h80v160h-80zM180 280v-160h80v80h-80M380 120h-80v160h80M300 200h60M420 280v-160l80 160v-160';
const SKY = '<rect width="560" height="400" fill="#bcd9ee"/><circle cx="440" cy="90" r="40" fill="#fff3c4"/>';
const HILLS = '<path d="M0 300q140-120 280 0t280 0v100h-560z" fill="#6f9a63"/>';
const draw = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="400">${shapes}</svg>`;
const write = (style: string): string => `<path d="${OPEN}" fill="none" stroke-width="22" ${style}/>`;

/** The sandbox reads the name of the file. */
const PICTURES: readonly { name: string; svg: string; expected?: IssueKind }[] = [
  {
    name: 'a sign with text.png',
    svg: draw(`<rect width="560" height="400" fill="#b3392f"/>${write('stroke="#fff"')}`),
    expected: 'text',
  },
  {
    name: 'hills with a text over them.png',
    svg: draw(`${SKY}${HILLS}${write('stroke="#fff" stroke-opacity="0.5"')}`),
    expected: 'text',
  },
  { name: 'hills.png', svg: draw(`${SKY}${HILLS}`) },
];

const AnswerSchema = z.object({ issues: z.array(IssueSchema.pick({ kind: true, severity: true })) });

const casesOf = (provider: PictureProvider): AdapterCase[] =>
  PICTURES.map(({ name, svg, expected }) => ({
    name: `sees ${expected ?? 'no issue'} in "${name}"`,
    provider,
    paidImages: 1,
    dollars: (DEFAULT_MODELS[`keywords-${provider}`].price ?? 0) * PRICE_SHARE,
    async check(access) {
      const sharp = await loadSharp();
      const picture = {
        bytes: await sharp(Buffer.from(svg)).png().toBuffer(),
        contentType: 'image/png' as const,
      };
      const { schema, schemaName, writePrompt } = CHECK_QUESTION;
      const { upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
      const request = { ...writePrompt({}, name), picture, schema, schemaName };
      const signal = AbortSignal.timeout(MAX_CALL_MS);
      const answer = expectMade(await describePicture(access, provider, request, upstreamModel, signal));
      const { issues } = AnswerSchema.parse(JSON.parse(answer.made));
      assert.deepEqual([...new Set(issues.map(({ kind }) => kind))], expected ? [expected] : [], answer.made);
    },
  }));

export const ISSUE_CASES: AdapterCase[] = [...casesOf('openai'), ...casesOf('google')];
