import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { loadPictures } from '../../testing/load-pictures.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { createSoftChecks } from '../checks/testing/create-checks.ts';
import { CompareDialog } from './compare-dialog.tsx';

const pictures = [
  createBatchImage(0, { checks: createSoftChecks({ sharpness: 8 }) }),
  createBatchImage(1),
  createBatchImage(2),
];

function openCompare() {
  loadPictures();
  const calls: unknown[] = [];
  const user = openPart(
    <CompareDialog
      isOpen
      pictures={pictures}
      hint="The others are marked."
      onKeep={(place) => calls.push(place)}
      onClose={() => calls.push('close')}
    />,
  );
  return { user, calls };
}

const findPane = (name: string) => screen.getByRole('group', { name });
function findStage(pane: string, picture: string) {
  const image = within(findPane(pane)).getByRole('img', { name: picture });
  const stage = image.parentElement?.parentElement;
  if (!stage) throw new Error('The picture has no stage.');
  return stage;
}
/** Of pictures that have loaded. */
async function findStages() {
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  return pictures.map(({ fileName }, place) => findStage(`${place + 1}: ${fileName}`, fileName));
}
const readZoom = (stage: HTMLElement) =>
  /\* ([\d.]+)\)$/.exec(stage.firstElementChild?.getAttribute('style')?.match(/calc\(.+\)/)?.[0] ?? '')?.[1];
/** There is no layout: the picture is four times as large as its stage. */
function giveSize(stage: HTMLElement) {
  const moves: unknown[] = [];
  Object.defineProperties(stage, {
    clientWidth: { value: 100 },
    clientHeight: { value: 100 },
    scrollWidth: { value: 400 },
    scrollHeight: { value: 300 },
  });
  vi.spyOn(stage, 'scrollTo').mockImplementation((...args: unknown[]) => void moves.push(args[0]));
  return moves;
}

test('names each picture with its checks', () => {
  openCompare();
  const dialog = screen.getByRole('dialog', { name: 'Compare 3 pictures' });
  expect(readText(dialog)).toContain('Keep one, also with keys 1 to 3. The others are marked.');
  expect(readText(findPane('1: fox_1.png'))).toBe('1 fox_1.png 40 × 30 · Sharpness 8 · Soft Keep');
  expect(readText(findPane('3: fox_3.png'))).toBe('3 fox_3.png 40 × 30 Keep');
});

test('keeps a picture by its number or its button, and closes', async () => {
  const { user, calls } = openCompare();
  await user.keyboard('42');
  expect(calls).toEqual(['close', 1]);
  await user.click(screen.getByRole('button', { name: 'Keep fox_3.png' }));
  expect(calls).toEqual(['close', 1, 'close', 2]);
  await user.keyboard('{Escape}');
  expect(calls.at(-1)).toBe('close');
});

test('zooms all pictures at once, by keys and by wheel', async () => {
  const { user } = openCompare();
  const stages = await findStages();
  await user.keyboard('+');
  expect(stages.map(readZoom)).toEqual(['1.5', '1.5', '1.5']);
  fireEvent.wheel(stages[2] ?? document.body, { deltaY: -500 * Math.LN2 });
  expect(stages.map((stage) => Number(readZoom(stage)))).toEqual(stages.map(() => expect.closeTo(3)));
  await user.keyboard('0');
  expect(stages.map(readZoom)).toEqual(['1', '1', '1']);
});

test('the others follow the picture under the pointer, and it follows nobody', async () => {
  openCompare();
  const stages = await findStages();
  const [first, second, third] = stages.map(giveSize);
  const [, stage, other] = stages;
  if (!stage || !other) throw new Error('There are no stages.');
  fireEvent.pointerEnter(findPane('2: fox_2.png'));
  Object.assign(stage, { scrollLeft: 150, scrollTop: 50 });
  fireEvent.scroll(stage);
  const place = { left: 150, top: 50, behavior: 'instant' };
  expect([first, second, third]).toEqual([[place], [], [place]]);
  // Its own scroll event, as it follows.
  Object.assign(other, { scrollLeft: 150, scrollTop: 50 });
  fireEvent.scroll(other);
  expect(first).toHaveLength(1);
});

test('arrow keys move the picture that leads', async () => {
  const { user } = openCompare();
  const [stage] = await findStages();
  if (!stage) throw new Error('There is no stage.');
  const moves: unknown[] = [];
  vi.spyOn(stage, 'scrollBy').mockImplementation((...args: unknown[]) => void moves.push(args[0]));
  await user.keyboard('{ArrowRight}{ArrowUp}');
  await waitFor(() =>
    expect(moves).toEqual([
      { left: 80, top: 0 },
      { left: 0, top: -80 },
    ]),
  );
});
