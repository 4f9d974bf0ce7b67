import type { Agency } from '@portal/contracts/agencies/agency';
import { checkExport, type CheckedPicture } from '@portal/contracts/exports';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { accountsQuery } from '../deliveries/deliveries-query.ts';
import { createSentPicture } from '../../pictures/send-to/testing/create-sent-picture.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { AgencyChoice } from './agency-choice.tsx';
import { AgencyFacts } from './agency-facts.tsx';
import { CheckedAgency } from './checked-agency.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { createAgency, createCheck, createChecked } from './testing/create-check.ts';

const ignore = () => undefined;

const leftOut = (index: number, overrides: Partial<CheckedPicture> = {}) =>
  createChecked(index, {
    isReady: false,
    reasons: [{ kind: 'too-few-megapixels', message: '1 megapixel.' }],
    ...overrides,
  });
const ai = { isMadeByAi: true };
const upscale = { kind: 'upscale', scale: 2, price: 0, advice: null } as const;

const openChecked = (checked: CheckedPicture[], agency?: Agency, isBusy = false) =>
  openPart(
    <CheckedAgency
      check={createCheck(checked, agency)}
      pictures={checked.map(({ picture: { index } }) => createSentPicture(index))}
      isBusy={isBusy}
      onRemedy={ignore}
    />,
  );

const readRegion = (name: string) => readText(screen.getByRole('region', { name }));
const findButton = (name: string) => screen.getByRole('button', { name });

test('says how many pictures an agency takes, with an icon for all, some and none', () => {
  const icons = new Set<string | undefined>();
  for (const [checked, text] of [
    [[createChecked(0), createChecked(1)], '2 of 2 pictures are ready for Studio.'],
    [[createChecked(0), leftOut(1)], '1 of 2 pictures is ready for Studio.'],
    [[leftOut(0), leftOut(1)], '0 of 2 pictures are ready for Studio.'],
    [[leftOut(0)], '0 of 1 picture is ready for Studio.'],
  ] as const) {
    openChecked([...checked]);
    const status = screen.getByRole('status');
    expect(readText(status)).toBe(text);
    icons.add(status.querySelector('svg')?.innerHTML);
  }
  expect(icons.size).toBe(3);
});

test('promises no picture whose file may be too small', () => {
  const warnings = [{ kind: 'file-may-be-too-small', message: 'It may have less.' }];
  const checked = [createChecked(0, { warnings }), createChecked(1)];
  openChecked(checked);
  expect(readText(screen.getByRole('status'))).toBe(
    'Up to 2 of 2 pictures are ready for Studio: 1 file may be too small.',
  );
  expect(readRegion('Check before you submit')).toMatch(/File may be too small 1 picture/);
  const [agency] = createCheck(checked).agencies;
  if (agency) {
    const agencies = [{ ...agency, uncertain: 1 }];
    openPart(<AgencyChoice agencies={agencies} total={2} hasAi={false} chosen="other" onChoose={ignore} />);
  }
  expect(readText(screen.getByRole('radiogroup'))).toBe('Studio up to 2 of 2 ready');
});

test.each([
  [[createChecked(0, ai)], 'This picture is left out.'],
  [[createChecked(0, ai), createChecked(1, ai)], 'All pictures are left out.'],
  [[createChecked(0, ai), createChecked(1)], '1 picture is left out.'],
  [[createChecked(0, ai), createChecked(1, ai), createChecked(2)], '2 pictures are left out.'],
])('says which pictures an agency without AI leaves out: %#', (checked, text) => {
  openChecked(checked, createAgency({ acceptsAi: false, aiAdvice: 'Label them.' }));
  expect(readText(screen.getByRole('alert'))).toBe(
    `Studio does not accept pictures that AI made or changed. ${text}`,
  );
});

test('folds agencies away that take none of the pictures because AI made them', async () => {
  const agencies = [
    { id: 'studio', name: 'Studio', acceptsAi: true, ready: 2 },
    { id: 'small', name: 'Small', acceptsAi: true, ready: 0 },
    { id: 'no-ai', name: 'No AI', acceptsAi: false, ready: 0 },
    { id: 'photos', name: 'Photos', acceptsAi: false, ready: 0 },
  ].map((agency) => ({ ...agency, uncertain: 0, zips: 1 }));
  const listShown = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
  const open = (overrides: object) =>
    openPart(
      <AgencyChoice agencies={agencies} total={2} hasAi chosen="studio" onChoose={ignore} {...overrides} />,
    );
  const user = open({});
  expect(listShown()).toEqual(['studio', 'small']);
  const toggle = findButton('2 agencies take no AI pictures');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(listShown()).toEqual(['studio', 'small', 'no-ai', 'photos']);
  for (const overrides of [
    { chosen: 'photos' },
    { hasAi: false },
    { agencies: agencies.map((agency) => ({ ...agency, ready: 1 })) },
  ]) {
    open(overrides);
    expect(listShown()).toHaveLength(4);
    expect(screen.queryByRole('button')).toBeNull();
  }
});

test('shows the advice of an agency that accepts AI if a picture needs it', () => {
  const agency = createAgency({ aiAdvice: 'Label them.' });
  openChecked([createChecked(0, ai)], agency);
  expect(readText()).toContain('AI made or changed 1 picture. Label them.');
  expect(screen.queryByRole('alert')).toBeNull();
  openChecked([createChecked(0)], agency);
  expect(readText()).not.toContain('Label them.');
  openChecked([createChecked(0, ai)]);
  expect(readText()).not.toContain('AI made or changed 1');
});

test('groups the problems, each with what one click can do', () => {
  const warning = { warnings: [{ kind: 'title-commas', message: 'A comma.' }] };
  const texts = { seo_image_title: 'Fox', seo_description: 'A fox.', keywords: ['fox'], category: 1 };
  const fix = { kind: 'fix-texts', batchId: 'batch-a', index: 2, texts } as const;
  openChecked([
    leftOut(0, { remedies: [upscale] }),
    leftOut(1, { reasons: [{ kind: 'too-few-megapixels', message: '2 megapixels.' }], remedies: [upscale] }),
    createChecked(2, { ...warning, remedies: [fix] }),
    createChecked(3, warning),
    leftOut(4, { ...warning, reasons: [{ kind: 'made-by-ai', message: 'No AI.' }] }),
    leftOut(5, {
      reasons: [{ kind: 'texts-missing', message: 'No texts.' }],
      remedies: [{ kind: 'write-texts' }, { ...upscale, price: 0.1 }],
    }),
  ]);
  expect(listNames('region')).toEqual(['Left out', 'Check before you submit']);
  expect(readRegion('Left out')).toMatch(
    /Too small 2 pictures For example: 1 megapixel\. .*No title and keywords 1 picture No texts\./,
  );
  expect(readRegion('Check before you submit')).toMatch(/Comma in the title 2 pictures A comma\./);
  expect(listNames('button')).toEqual(['2x upscale: Free', 'Send to Keywords', 'Fix texts (1)']);
  expect(readText()).not.toContain('No AI.');
});

test.each([false, true])(
  'a remedy has its price and advice, and waits while texts are fixed: %s',
  (isBusy) => {
    const remedy = { ...upscale, scale: 4, price: 0.1, advice: 'Enlarge at most twice.' } as const;
    const checked = [leftOut(0, { remedies: [remedy] }), leftOut(1, { remedies: [remedy] }), leftOut(2)];
    openChecked(checked, createAgency(), isBusy);
    expect(findButton('4x upscale (2): $0.20')).toHaveProperty('disabled', isBusy);
    expect(readText()).toContain('Enlarge at most twice.');
  },
);

test('shows the first six pictures of a group', () => {
  const pictures = Array.from({ length: 8 }, (_, index) => leftOut(index));
  openChecked(pictures);
  expect(screen.getAllByTitle(/^fox_\d\.jpg$/)).toHaveLength(6);
  expect(readText()).toContain('+2');
  openChecked(pictures.slice(0, 6));
  expect(readText()).not.toContain('+');
  // The file of a picture that was not sent is not known.
  openPart(<CheckedAgency check={createCheck(pictures)} pictures={[]} isBusy={false} onRemedy={ignore} />);
  expect(listNames('img')).toEqual(Array.from({ length: 6 }, () => 'File deleted'));
});

test('names the sources of what an agency asks for', () => {
  const fact = { checkedOn: '2026-11-01', isVerified: true };
  openPart(
    <AgencyFacts
      agency={createAgency({
        facts: {
          ai: { ...fact, source: 'Their guide, https://studio.example/guide' },
          title: { ...fact, source: 'A phone call', isVerified: false },
        },
      })}
    />,
  );
  const text = readText();
  expect(text).toContain('What Studio asks for');
  expect(text).toContain('Their guide, studio.example , checked 2026-11-01');
  expect(text).toMatch(/not confirmed A phone call, checked 2026-11-01/);
  expect(text.match(/not confirmed/g)).toHaveLength(1);
  expect(screen.getByText('studio.example')).toMatchObject({
    href: 'https://studio.example/guide',
    rel: 'noopener noreferrer',
  });
});

test('exports for the agency that was chosen last, if it takes some of the pictures', async () => {
  const client = makeQueryClient();
  const pictures = [createSentPicture(0), createSentPicture(1)];
  const key = [checkExport.path, { agency: 'studio', pictures: pictures.map(({ from }) => from) }];
  const openDialog = (checked: CheckedPicture[]) => {
    client.setQueryData(key, createCheck(checked));
    localStorage.setItem('portal:export-agency:ada', '"studio"');
    return openPart(<ExportDialog isOpen pictures={pictures} onClose={ignore} />, { client });
  };
  const user = openDialog([createChecked(0, ai), leftOut(1)]);
  await user.click(findButton('1 agency takes no AI pictures'));
  expect(readText(screen.getByRole('dialog', { name: 'Export for agency' }))).toMatch(
    /^Export for agency 2 pictures as sRGB JPEG, with texts inside and the agency’s CSV\./,
  );
  const agencies = screen.getByRole('radiogroup', { name: 'Agency' });
  expect(readText(agencies)).toBe('Studio 2 of 2 ready Other 0 of 2 ready, no AI Third 1 of 2 ready');
  expect(
    screen.getByRole('radio', { name: /^Studio/, description: '2 of 2 ready', checked: true }),
  ).toBeDefined();
  const icons = [...agencies.querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
  expect(new Set(icons).size).toBe(3);
  expect(readText()).toContain('1 of 2 pictures is ready for Studio.');
  expect(findButton('Download ZIP')).toHaveProperty('disabled', false);
  expect(listNames('button')).not.toContain('Send to agency');

  client.setQueryData(accountsQuery.queryKey, [
    { agency: 'studio', agencyName: 'Studio', host: 'ftp.example', protocol: 'sftp' },
  ]);
  openDialog([leftOut(0), leftOut(1)]);
  expect(findButton('Download ZIP')).toHaveProperty('disabled', true);
  expect(findButton('Send to agency')).toHaveProperty('disabled', true);
  expect(readText()).not.toContain('no AI');
});
