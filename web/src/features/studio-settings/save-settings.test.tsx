import { MAGNIFIC } from '@portal/contracts/agencies/profiles/magnific';
import { getKeywordPrice } from '@portal/contracts/keyword-generator';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { priceQuery } from '../../tools/keywords/price-query.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import {
  choose,
  createSettings,
  FewSections,
  fill,
  findModel,
  findPrice,
  findSave,
  findSection,
  isChosen,
  Models,
  openSettings,
  OWN_PROFILE,
  OwnProfile,
  pressSave,
  save,
  waitForSection,
} from './testing/open-settings.tsx';

test('sets a budget, limits and tools, and returns to the defaults', async () => {
  const { user, saves } = openSettings({}, <FewSections />);
  await waitForSection();
  expect(findSection('Budget').getByText('Default: no limit.')).toBeDefined();
  expect(findSave('Budget')).toBeNull();
  for (const [choice, dollars, settings] of [
    ['Limit', '120.5', { monthlyDollars: 120.5 }],
    ['No limit', undefined, { monthlyDollars: null }],
    ['Default', undefined, null],
  ] as const) {
    choose('Monthly limit', choice);
    if (dollars !== undefined) fill(screen.getByLabelText('Dollars per month'), dollars);
    await save(user, 'Budget');
    expect(saves.at(-1)).toEqual({ name: 'budget', settings });
  }

  const limits = findSection('Limit per person');
  choose('Everyone', 'Limit');
  await pressSave(user, 'Limit per person');
  await limits.findByText('Enter an amount from $0 to $1,000,000');
  fill(limits.getByLabelText('Dollars per person and month'), '30');
  await save(user, 'Limit per person');
  expect(saves.at(-1)).toEqual({ name: 'limits', settings: { everyone: 30, people: {} } });
  expect(limits.getByText('Show everyone’s limits').getAttribute('href')).toBe(
    '/admin/user-directory?sort=limit',
  );

  choose('upscaleEngine', 'Cloudinary');
  choose('keywordProvider', 'Google');
  choose('Deliveries', 'Off');
  await save(user, 'Tools');
  expect(saves.at(-1)).toEqual({
    name: 'tools',
    settings: { upscaleEngine: 'cloudinary', keywordProvider: 'google', deliveries: 'off' },
  });
  expect(isChosen('upscaleEngine', 'Cloudinary')).toBe(true);
  expect(isChosen('stylizerProvider', 'Default')).toBe(true);
  for (const setting of ['upscaleEngine', 'keywordProvider', 'Deliveries']) choose(setting, 'Default');
  await save(user, 'Tools');
  expect(saves.at(-1)?.settings).toBeNull();
  expect(saves).toHaveLength(6);
});

test('reads prices again once settings are saved', async () => {
  const Price = () => useQuery(priceQuery).data?.price;
  const parts = (
    <>
      <FewSections />
      <Price />
    </>
  );
  const { user, requests } = openSettings({}, parts);
  const count = () => requests.filter(({ path }) => path === getKeywordPrice.path).length;
  await waitForSection();
  await screen.findByText('0.01');
  expect(count()).toBe(1);
  choose('keywordProvider', 'Google');
  await save(user, 'Tools');
  await waitFor(() => expect(count()).toBe(2));
});

test('offers no choice about deliveries where the studio has no account', async () => {
  const { tools } = createSettings();
  openSettings({ tools: { ...tools, default: { ...tools.default, deliveries: 'off' } } }, <FewSections />);
  await waitForSection();
  expect(findSection('Tools').queryByText('Deliveries')).toBeNull();
});

test('sets what is written into exported files, and clears it', async () => {
  const { user, saves } = openSettings({}, <FewSections />);
  await waitForSection();
  const files = findSection('Exported files');
  fill(files.getByLabelText('Creator'), ' Studio Fox ');
  fill(files.getByLabelText('Copyright notice'), 'x'.repeat(129));
  await pressSave(user, 'Exported files');
  await files.findByText('A copyright notice has at most 128 characters');
  fill(files.getByLabelText('Copyright notice'), '© 2026 Studio Fox');
  await save(user, 'Exported files');
  expect(saves.at(-1)).toEqual({
    name: 'files',
    settings: { creator: 'Studio Fox', copyright: '© 2026 Studio Fox' },
  });
  for (const label of ['Creator', 'Copyright notice']) fill(files.getByLabelText(label), '');
  await save(user, 'Exported files');
  expect(saves.at(-1)?.settings).toBeNull();
});

const select = (field: Element, value: string) => fireEvent.change(field, { target: { value } });

test('adds prices beside the defaults, and removes them', async () => {
  const { user, saves } = openSettings({}, <FewSections />);
  await waitForSection();
  const section = findSection('Prices');
  expect(section.getByText('All images use default prices.')).toBeDefined();
  await user.click(section.getByText('Add price'));
  const first = findPrice(1);
  expect(first.getByText('$0.011 – $0.25')).toBeDefined();
  select(first.getByLabelText('Quality'), 'high');
  select(first.getByLabelText('Aspect ratio'), '3:2');
  await first.findByText('$0.25');
  fill(first.getByLabelText('Price'), '0.4');
  await user.click(section.getByText('Add price'));
  select(findPrice(2).getByLabelText('Quality'), 'low');
  // The other model has no quality, so the selection is dropped.
  select(findPrice(2).getByLabelText('Model'), 'imagen4');
  select(findPrice(2).getByLabelText('Version'), 'ultra');
  await findPrice(2).findByText('$0.06');
  fill(findPrice(2).getByLabelText('Price'), '0.09');
  await save(user, 'Prices');
  const [high, ultra] = [
    { provider: 'openai', model: 'gpt-image-1', quality: 'high', aspectRatio: '3:2', price: 0.4 },
    { provider: 'google', model: 'imagen4', version: 'ultra', price: 0.09 },
  ];
  expect(saves.at(-1)).toEqual({ name: 'pricing', settings: { models: [high, ultra] } });
  await user.click(section.getByLabelText('Remove price 1'));
  expect(findPrice(1).getByLabelText('Model')).toHaveProperty('value', 'imagen4');
  await save(user, 'Prices');
  expect(saves.at(-1)?.settings).toEqual({ models: [ultra] });
  await user.click(section.getByLabelText('Remove price 1'));
  await save(user, 'Prices');
  expect(saves.at(-1)?.settings).toBeNull();
});

test('names real prices that are far from their estimate, and uses one with a click', async () => {
  const grok = { provider: 'xai', model: 'grok-2-image' } as const;
  const gpt = { provider: 'openai', model: 'gpt-image-1', quality: 'high', aspectRatio: '3:2' } as const;
  const [old, other] = [
    { ...grok, price: 0.5 },
    { provider: 'google', model: 'imagen4', price: 0.05 } as const,
  ];
  const real = [
    { ...grok, price: 0.02, images: 12 },
    { ...gpt, price: 0.26, images: 1 },
  ];
  const pricing = { settings: null, version: null, real };
  const { user, saves, server } = openSettings({ pricing }, <FewSections />);
  await waitForSection();
  const section = findSection('Prices');
  const list = () => section.queryByLabelText('Real prices')?.textContent;
  expect(list()).toBe('xAI · grok-2-imageEstimated $0.07, cost $0.02 (12 images this month)Use $0.02');
  const find = () => section.getByLabelText('Use $0.02 for xAI · grok-2-image');
  await user.click(section.getByText('Add price'));
  expect(find()).toHaveProperty('disabled', true);
  await user.click(section.getByText('Discard'));

  await user.click(find());
  await waitFor(() => expect(list()).toBeUndefined());
  expect(saves).toEqual([{ name: 'pricing', settings: { models: [{ ...grok, price: 0.02 }] } }]);
  expect(findPrice(1).getByLabelText('Price')).toHaveProperty('value', '0.02');
  expect(server.settings.pricing.settings?.models).toHaveLength(1);

  // It replaces the studio's own price of the same images.
  fill(findPrice(1).getByLabelText('Price'), String(old.price));
  await user.click(section.getByText('Add price'));
  select(findPrice(2).getByLabelText('Model'), other.model);
  fill(findPrice(2).getByLabelText('Price'), String(other.price));
  await save(user, 'Prices');
  expect(saves.at(-1)?.settings).toEqual({ models: [old, other] });
  await user.click(find());
  await waitFor(() => expect(saves.at(-1)?.settings).toEqual({ models: [other, { ...grok, price: 0.02 }] }));
});

test('says that a price was not used because another admin has just saved', async () => {
  const grok = { provider: 'xai', model: 'grok-2-image' } as const;
  const real = [{ ...grok, price: 0.02, images: 12 }];
  const pricing = { settings: null, version: null, real };
  const { user, server } = openSettings({ pricing }, <FewSections />);
  await waitForSection();
  const theirs = { models: [{ ...grok, price: 0.5 }] };
  server.settings = { ...server.settings, pricing: { settings: theirs, version: 'theirs', real } };
  await user.click(findSection('Prices').getByLabelText('Use $0.02 for xAI · grok-2-image'));
  await expectToast('Prices not saved', {
    description: 'Another admin changed these settings. Check them and try again.',
  });
  await waitFor(() => expect(findPrice(1).getByLabelText('Price')).toHaveProperty('value', '0.5'));
});

test('changes a model, resets it, and opens one that has an error', async () => {
  const { user, saves } = openSettings({}, <Models />);
  await waitForSection('Models');
  const model = findModel('imagen3');
  const upstream = model.getByLabelText('Model ID at the provider');
  expect(upstream.getAttribute('placeholder')).toBe('gemini-nano-banana-2.1');
  expect(model.queryByText('Changed')).toBeNull();
  fill(upstream, 'imagen-5');
  fill(model.getByLabelText('Retires on'), '2027-01-31');
  fill(model.getByLabelText('Output'), '20');
  await save(user, 'Models');
  expect(model.getByText('Changed')).toBeDefined();
  const tokenPrices = { textInput: 1.5, imageInput: 1.5, output: 20, thinking: 7.5 };
  const imagen3 = { upstreamModel: 'imagen-5', retiresOn: '2027-01-31', tokenPrices };
  expect(saves).toEqual([{ name: 'models', settings: { models: { imagen3 } } }]);
  expect(model.getByLabelText('Output')).toHaveProperty('value', '20');
  expect(model.getByLabelText('Text input')).toHaveProperty('value', '');
  await user.click(model.getByText('Reset to default'));
  await save(user, 'Models');
  expect(saves.at(-1)?.settings).toBeNull();
  expect(saves).toHaveLength(2);

  // The error of a collapsed model opens it. Without default token prices, it needs all of them.
  const other = findModel('grok');
  fill(other.getByLabelText('Output'), '30');
  await pressSave(user, 'Models');
  await waitFor(() => expect(document.activeElement).toBe(other.getByLabelText('Text input')));
  expect(other.details.open).toBe(true);
  expect(other.getAllByText('Enter a price from $0 to $1,000')).toHaveLength(2);
  expect(saves).toHaveLength(2);
});

test('changes the studio’s own agency profile, and refuses what cannot be', async () => {
  const { user, saves } = openSettings({}, <OwnProfile />);
  await waitForSection('Own profile');
  const section = findSection('Own profile');
  const findColumn = (number: number) => within(section.getByLabelText(`Column ${number}`));
  const advanced = section.getByText('Advanced').closest('details');
  expect(advanced?.open).toBe(false);
  fill(section.getByLabelText('Name'), 'Wall & Co');
  fill(section.getByLabelText('Minimum megapixels'), 'a lot');
  fill(findColumn(1).getByLabelText('Header'), '');
  await pressSave(user, 'Own profile');
  await section.findByText('Enter a number');
  expect(section.getByText('Enter a header')).toBeDefined();
  expect(advanced?.open).toBe(true);
  fill(section.getByLabelText('Minimum megapixels'), '2.5');
  fill(section.getByLabelText('Maximum file size in MB'), '12');
  choose('Accepts AI pictures', 'No');
  fill(findColumn(1).getByLabelText('Header'), 'File');
  await user.click(section.getByLabelText('Remove column 2'));
  select(findColumn(3).getByLabelText('Content'), 'category');
  await user.click(section.getByText('Add column'));
  fill(findColumn(4).getByLabelText('Header'), 'Rights');
  select(findColumn(4).getByLabelText('Content'), 'constant');
  fill(findColumn(4).getByLabelText('Text'), 'ours');
  const example = section.getByRole('group', { name: 'Example' });
  await waitFor(() =>
    expect(example.textContent).toBe(
      'File,Description,Keywords,Rights\r\nred-fox-in-the-snow.jpg,A red fox looks for mice in the snow.,1,ours',
    ),
  );
  await save(user, 'Own profile');
  expect(saves).toEqual([
    {
      name: 'agencies',
      settings: {
        own: {
          ...OWN_PROFILE,
          name: 'Wall & Co',
          acceptsAi: false,
          minMegapixels: 2.5,
          maxBytes: 12_000_000,
          categories: 'adobe-stock',
          csv: {
            ...OWN_PROFILE.csv,
            columns: [
              { header: 'File', value: 'fileName' },
              { header: 'Description', value: 'description' },
              { header: 'Keywords', value: 'category' },
              { header: 'Rights', value: 'constant', text: 'ours' },
            ],
          },
        },
      },
    },
  ]);
});

test('starts the own profile from an agency, and discards that', async () => {
  const { user, saves } = openSettings({}, <OwnProfile />);
  await waitForSection('Own profile');
  const section = findSection('Own profile');
  fill(section.getByLabelText('Name'), 'Wall & Co');
  select(section.getByLabelText('Start from'), MAGNIFIC.id);
  expect(section.getByRole('group', { name: 'Example' }).textContent).toContain(
    '"red fox,snow,winter,_ai_generated";A red fox in the snow;Google imagen4',
  );
  expect(section.getByLabelText('Minimum pixels per side')).toHaveProperty('value', '2000');
  expect(section.getByLabelText('Maximum pixels per side')).toHaveProperty('value', '10000');
  expect(section.getByLabelText('Minimum file size in MB')).toHaveProperty('value', '1.5');
  fill(section.getByLabelText('Minimum file size in MB'), '');
  await save(user, 'Own profile');
  const { id: _id, types: _types, refusesNames: _refusesNames, facts: _facts, ...profile } = MAGNIFIC;
  expect(saves).toEqual([
    {
      name: 'agencies',
      settings: { own: { ...profile, name: 'Wall & Co', aiAdvice: null, minBytes: null } },
    },
  ]);

  select(section.getByLabelText('Start from'), 'getty-images');
  expect(section.getByText('No CSV: titles and keywords are only in the files.')).toBeDefined();
  await user.click(section.getByText('Discard'));
  expect(section.getByLabelText('Column 5')).toBeDefined();
  expect(findSave('Own profile')).toBeNull();
  expect(saves).toHaveLength(1);
});
