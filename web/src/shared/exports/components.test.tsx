import type { Agency } from '@portal/contracts/agencies/agency';
import { checkExport, type CheckedPicture } from '@portal/contracts/exports';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { accountsQuery } from '../deliveries/deliveries-query.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { failQuery } from '../testing/fail-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { stubStorage } from '../testing/stub-storage.ts';
import { AgencyChoice } from './agency-choice.tsx';
import { AgencyFacts } from './agency-facts.tsx';
import { CheckedAgency } from './checked-agency.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { createAgency, createCheck, createChecked } from './testing/create-check.ts';

stubStorage();
const ignore = () => undefined;

const leftOut = (index: number, overrides: Partial<CheckedPicture> = {}) =>
  createChecked(index, {
    isReady: false,
    reasons: [{ kind: 'too-few-megapixels', message: '1 megapixel.' }],
    ...overrides,
  });
const ai = { isMadeByAi: true };
const upscale = { kind: 'upscale', scale: 2, price: 0, advice: null } as const;

const renderChecked = (checked: CheckedPicture[], agency?: Agency, isBusy = false) =>
  renderPart(
    <CheckedAgency
      check={createCheck(checked, agency)}
      pictures={checked.map(({ picture: { index } }) => createSentPicture(index))}
      isBusy={isBusy}
      onRemedy={ignore}
    />,
  );

test('says how many pictures an agency takes, with an icon for all, some and none', () => {
  const results = [
    renderChecked([createChecked(0), createChecked(1)]),
    renderChecked([createChecked(0), leftOut(1)]),
    renderChecked([leftOut(0), leftOut(1)]),
    renderChecked([leftOut(0)]),
  ];
  expect(results.map(({ find }) => find('status')?.text)).toEqual([
    '2 of 2 pictures are ready for Studio.',
    '1 of 2 pictures is ready for Studio.',
    '0 of 2 pictures are ready for Studio.',
    '0 of 1 picture is ready for Studio.',
  ]);
  const icons = results.map(({ html }) => /<svg[^>]*>(.+?)<\/svg>/.exec(html)?.[1]);
  expect(new Set(icons).size).toBe(3);
});

test.each([
  [[createChecked(0, ai)], 'This picture is left out.'],
  [[createChecked(0, ai), createChecked(1, ai)], 'All pictures are left out.'],
  [[createChecked(0, ai), createChecked(1)], '1 picture is left out.'],
  [[createChecked(0, ai), createChecked(1, ai), createChecked(2)], '2 pictures are left out.'],
])('says which pictures an agency without AI leaves out', (checked, text) => {
  const { find } = renderChecked(checked, createAgency({ acceptsAi: false, aiAdvice: 'Label them.' }));
  expect(find('alert')?.text).toBe(`Studio does not accept pictures that AI made or changed. ${text}`);
});

test('shows the advice of an agency that accepts AI if a picture needs it', () => {
  const agency = createAgency({ aiAdvice: 'Label them.' });
  expect(renderChecked([createChecked(0, ai)], agency).text).toContain(
    'AI made or changed 1 picture. Label them.',
  );
  expect(renderChecked([createChecked(0, ai)], agency).list('alert')).toEqual([]);
  expect(renderChecked([createChecked(0)], agency).text).not.toContain('Label them.');
  expect(renderChecked([createChecked(0, ai)]).text).not.toContain('AI made or changed 1');
});

test('groups the problems, each with what one click can do', () => {
  const warning = { warnings: [{ kind: 'title-commas', message: 'A comma.' }] };
  const texts = { seo_image_title: 'Fox', seo_description: 'A fox.', keywords: ['fox'], category: 1 };
  const fix = { kind: 'fix-texts', batchId: 'batch-a', index: 2, texts } as const;
  const { list, text, find } = renderChecked([
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
  expect(list('region')).toEqual(['Left out', 'Check before you submit']);
  expect(find('region', 'Left out')?.text).toMatch(
    /Too small 2 pictures For example: 1 megapixel\. .*No title and keywords 1 picture No texts\./,
  );
  expect(find('region', 'Check before you submit')?.text).toMatch(/Comma in the title 2 pictures A comma\./);
  expect(list('button')).toEqual(['2x upscale: $0', 'Send to Keywords', 'Fix texts (1)']);
  expect(text).not.toContain('No AI.');
});

test('a remedy has its price and advice, and waits while texts are fixed', () => {
  const remedies = [{ ...upscale, scale: 4, price: 0.1, advice: 'Enlarge at most twice.' }] as const;
  const checked = [
    leftOut(0, { remedies: [...remedies] }),
    leftOut(1, { remedies: [...remedies] }),
    leftOut(2),
  ];
  const { find, text } = renderChecked(checked);
  expect(find('button', '4x upscale (2): $0.20')?.attributes).not.toHaveProperty('disabled');
  expect(text).toContain('Enlarge at most twice.');
  const busy = renderChecked(checked, createAgency(), true);
  expect(busy.find('button', '4x upscale (2): $0.20')?.attributes).toHaveProperty('disabled');
});

test('shows the first six pictures of a group', () => {
  const pictures = Array.from({ length: 8 }, (_, index) => leftOut(index));
  const { html, text } = renderChecked(pictures);
  expect(html.match(/title="fox_\d\.jpg"/g)).toHaveLength(6);
  expect(text).toContain('+2');
  expect(renderChecked(pictures.slice(0, 6)).text).not.toContain('+');
  // The file of a picture that was not sent is not known.
  const { list } = renderPart(
    <CheckedAgency check={createCheck(pictures)} pictures={[]} isBusy={false} onRemedy={ignore} />,
  );
  expect(list('img')).toEqual(Array.from({ length: 6 }, () => 'File deleted'));
});

test('names the sources of what an agency asks for', () => {
  const fact = { checkedOn: '2026-11-01', isVerified: true };
  const { text, find } = renderPart(
    <AgencyFacts
      agency={createAgency({
        facts: {
          ai: { ...fact, source: 'Their guide, https://studio.example/guide' },
          title: { ...fact, source: 'A phone call', isVerified: false },
        },
      })}
    />,
  );
  expect(text).toContain('What Studio asks for');
  expect(text).toContain('Their guide, studio.example , checked 2026-11-01');
  expect(find('link', 'studio.example')?.attributes).toMatchObject({
    href: 'https://studio.example/guide',
    rel: 'noopener noreferrer',
  });
  expect(text).toMatch(/not confirmed A phone call, checked 2026-11-01/);
  expect(text.match(/not confirmed/g)).toHaveLength(1);
});

test('exports for the agency that is chosen', () => {
  const client = new QueryClient();
  const pictures = [createSentPicture(0), createSentPicture(1)];
  const bodyOf = (agency: string) => ({ agency, pictures: pictures.map(({ from }) => from) });
  const renderDialog = (agency?: string) =>
    renderPart(<ExportDialog isOpen pictures={pictures} agency={agency} onClose={ignore} />, { client });
  const loading = renderDialog('studio');
  expect(loading.find('dialog', 'Export for agency')?.text).toBe(
    'Export for agency 2 pictures as sRGB JPEG, with texts inside and the agency’s CSV. Close Download ZIP',
  );
  expect(loading.find('button', 'Download ZIP')?.attributes).toHaveProperty('disabled');

  const checked = [createChecked(0, ai), leftOut(1)];
  client.setQueryData([checkExport.path, bodyOf('studio')], createCheck(checked));
  const ready = renderDialog('studio');
  expect(ready.find('radiogroup', 'Agency')?.text).toBe(
    'Studio 2 of 2 ready Other 0 of 2 ready, no AI Third 1 of 2 ready',
  );
  expect(ready.list('radio', 'checked')).toEqual(['Studio 2 of 2 ready']);
  expect(ready.text).toContain('1 of 2 pictures is ready for Studio.');
  expect(ready.find('button', 'Download ZIP')?.attributes).not.toHaveProperty('disabled');
  expect(ready.list('button')).not.toContain('Send to agency');
  client.setQueryData(accountsQuery.queryKey, [
    { agency: 'studio', agencyName: 'Studio', host: 'ftp.example', protocol: 'sftp' },
  ]);
  expect(renderDialog('studio').find('button', 'Send to agency')?.attributes).not.toHaveProperty('disabled');

  client.setQueryData([checkExport.path, bodyOf('studio')], createCheck([leftOut(0), leftOut(1)]));
  expect(renderDialog('studio').find('button', 'Download ZIP')?.attributes).toHaveProperty('disabled');
  expect(renderDialog('studio').find('button', 'Send to agency')?.attributes).toHaveProperty('disabled');
  expect(renderDialog('studio').text).not.toContain('no AI');

  failQuery(client, [checkExport.path, bodyOf('other')], new ApiFailure(503, 'Service Unavailable'));
  expect(renderDialog('other').find('alert')?.text).toMatch(
    /^The pictures could not be checked .+ Try again$/,
  );
  // The agency that was chosen last.
  localStorage.setItem('portal:export-agency:ada', '"studio"');
  expect(renderDialog().text).toContain('ready for Studio');
});

test('an agency has an icon for all, some and none of the pictures', () => {
  const renderChoice = (ready: number) =>
    renderPart(
      <AgencyChoice
        agencies={[{ id: 'studio', name: 'Studio', acceptsAi: true, ready }]}
        total={2}
        hasAi={false}
        chosen="studio"
        onChoose={ignore}
      />,
    );
  const icons = [0, 1, 2].map((ready) => /<svg[^>]*>(.+?)<\/svg>/.exec(renderChoice(ready).html)?.[1]);
  expect(new Set(icons).size).toBe(3);
  expect(renderChoice(1).find('radio')?.description).toBe('1 of 2 ready');
});
