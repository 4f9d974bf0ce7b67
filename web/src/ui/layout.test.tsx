import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPart, readText } from '../testing/open-part.tsx';
import { setInView } from '../testing/fake-observer.ts';
import { loadPictures } from '../testing/load-pictures.ts';
import { PageBody } from './page-body.tsx';
import { PageHeader } from './page-header.tsx';
import { Panel } from './panel.tsx';
import { FORM_PASSED } from './section-jump.tsx';
import { Segments } from './segments.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { LoadingTiles, Tiles } from './tiles.tsx';
import { setTitleStatus } from './title-status.ts';
import { ToolCard, ToolCardBody } from './tool-card.tsx';
import { showHistory, ToolColumns } from './tool-columns.tsx';
import { Wordmark } from './wordmark.tsx';

const openColumns = () =>
  openPart(<ToolColumns tool="upscale" form="The form" history="The history" count=" (3)" />);
const find = (id: string) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no ${id}.`);
  return element;
};

test('section links lead to the form and to the history', async () => {
  const scrollToTop = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = openColumns();
  // happy-dom focuses any element.
  for (const id of ['upscale-form', 'upscale-history']) expect(find(id).getAttribute('tabindex')).toBe('-1');
  await user.click(screen.getByRole('button', { name: 'History (3)' }));
  expect(scrollIntoView.mock.contexts).toEqual([find('upscale-history')]);
  expect(document.activeElement?.id).toBe('upscale-history');
  expect(scrollToTop).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Form' }));
  expect(scrollToTop.mock.calls).toEqual([[0, 0]]);
  expect(document.activeElement?.id).toBe('upscale-form');
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test('the form is on the page before the history renders', () => {
  const seen = vi.fn<(form?: string) => undefined>();
  const History = () => seen(document.getElementById('upscale-form')?.textContent);
  openPart(<ToolColumns tool="upscale" form="The form" history={<History />} />);
  expect(seen.mock.calls[0]).toEqual(['The form']);
});

test('the section in the middle of the window is marked', () => {
  openColumns();
  const isCurrent = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-current');
  expect([isCurrent('Form'), isCurrent('History (3)')]).toEqual(['true', 'false']);
  const show = (isShown: boolean) => act(() => void setInView(find('upscale-history'), isShown));
  expect(setInView(find('upscale-history'), false)).toEqual(['-50% 0px']);
  show(true);
  expect([isCurrent('Form'), isCurrent('History (3)')]).toEqual(['false', 'true']);
  show(false);
  expect([isCurrent('Form'), isCurrent('History (3)')]).toEqual(['true', 'false']);
});

test('the document says while the form is out of view, so that its submit bar goes', () => {
  const { unmount } = openColumns();
  const isPassed = () => document.documentElement.hasAttribute(FORM_PASSED);
  expect(isPassed()).toBe(false);
  // Below the header and the section links.
  expect(setInView(find('upscale-form'), true)).toEqual(['-160px 0px 0px']);
  const show = (isShown: boolean) => act(() => void setInView(find('upscale-form'), isShown));
  show(false);
  expect(isPassed()).toBe(true);
  show(true);
  expect(isPassed()).toBe(false);
  show(false);
  unmount();
  expect(isPassed()).toBe(false);
});

test('a history below its form is scrolled to, one beside it is not', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  openColumns();
  await screen.findByText('The history');
  showHistory('upscale');
  expect(scrollIntoView).not.toHaveBeenCalled();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  onTestFinished(() => void vi.unstubAllGlobals());
  showHistory('upscale');
  expect(scrollIntoView.mock.contexts).toEqual([find('upscale-history')]);
  showHistory('keyword-generator');
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test('a segment is chosen by a click, and cannot be chosen while disabled', async () => {
  const chosen: string[] = [];
  const user = openPart(
    <Segments
      id="scale"
      name="scale"
      value="2"
      onChoose={(value) => chosen.push(value)}
      onBlur={() => chosen.push('left')}
      segments={[
        { value: '2', label: '2x' },
        { value: '4', label: '4x' },
        { value: '8', label: '8x', disabledReason: 'Too large' },
      ]}
    />,
  );
  await user.click(screen.getByRole('radio', { name: '4x' }));
  expect(screen.getByRole('radio', { name: '8x' })).toHaveProperty('disabled', true);
  expect(screen.getByTitle('Too large')).toBeDefined();
  expect(chosen).toEqual(['4']);
  await user.tab();
  expect(chosen).toEqual(['4', 'left']);
});

test('parts of a page are named by their titles', () => {
  openPart(
    <PageBody isWide>
      <Wordmark />
      <Panel title="Spend" end={<button type="button">Reload</button>}>
        A chart
      </Panel>
      <ToolCard titleId="form">
        <ToolCardBody titleId="form" title="New batch">
          Fields
        </ToolCardBody>
      </ToolCard>
      <Tiles
        label="Last 24 hours"
        tiles={[
          { label: 'Calls', value: '12', note: 'of 20' },
          { label: 'Cost', value: '$1' },
        ]}
      />
      <LoadingTiles count={3} />
    </PageBody>,
  );
  expect(screen.getByRole('main').className).toBe('page page-wide');
  expect(screen.getByRole('img', { name: 'Internal Portal' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Spend' }).textContent).toBe('SpendReloadA chart');
  expect(screen.getByRole('heading', { name: 'Spend', level: 2 })).toBeDefined();
  expect(screen.getByRole('region', { name: 'New batch' }).textContent).toBe('New batchFields');
  const tiles = screen.getByRole('region', { name: 'Last 24 hours' });
  expect([...tiles.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    'Calls',
    '12',
    'of 20',
    'Cost',
    '$1',
  ]);
  expect(document.querySelectorAll('.MuiSkeleton-root')).toHaveLength(3);
});

test('a page is as wide as it reads well unless it has a grid', () => {
  openPart(<PageBody>Text</PageBody>);
  expect(screen.getByRole('main').className).toBe('page');
});

test('the title is in the tab, after the progress, and on the next first screen', () => {
  openPart(
    <PageHeader title="Home" subtitle="What runs">
      3 batches
    </PageHeader>,
  );
  expect(screen.getByRole('heading', { name: 'Home' })).toBeDefined();
  expect(readText(screen.getByRole('banner'))).toBe('Home What runs 3 batches');
  expect(document.title).toBe('Home');
  act(() => setTitleStatus('3/40'));
  onTestFinished(() => setTitleStatus(''));
  expect(document.title).toBe('(3/40) Home');
  expect(JSON.parse(localStorage.getItem('headings') ?? '')).toEqual({
    '/': { title: 'Home', subtitle: 'What runs' },
  });
});

test('a thumbnail loads when it comes near, and says if the browser cannot show it', async () => {
  const requests = loadPictures();
  openPart(
    <div data-testid="frame">
      <Thumbnail path="/fox/thumbnail" alt="Fox" />
    </div>,
  );
  const [frame] = screen.getByTestId('frame').children;
  if (!frame) throw new Error('There is no thumbnail.');
  expect(frame.querySelector('[data-loading]')).not.toBeNull();
  expect(requests).toEqual([]);
  act(() => void setInView(frame, true));
  const image = await screen.findByRole('img', { name: 'Fox' });
  expect(requests).toMatchObject([{ path: '/fox/thumbnail' }]);
  expect(image.getAttribute('draggable')).toBe('false');
  act(() => void image.dispatchEvent(new Event('error')));
  await waitFor(() => expect(screen.getByRole('img', { name: 'Fox: failed to load' })).toBeDefined());
});
