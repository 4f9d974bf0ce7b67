import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import { usePictureGrid, useSelection } from './use-picture-grid.ts';
import { usePress } from './use-press.ts';

const PICTURES = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
type Picture = (typeof PICTURES)[number];
const findPicture = (key: string) => PICTURES.find((each) => each.key === key);

function Cell({ picture, isSelected, ...events }: { picture: Picture; isSelected: boolean } & Events) {
  const press = usePress({
    onChoose: (how) => events.onChoose(picture, how),
    onOpen: () => events.onOpen(picture),
    isSelecting: events.isSelecting,
  });
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      {...press}
      onFocus={() => events.onReach(picture)}
      onKeyDown={events.onKeyDown}
    >
      {picture.key}
    </button>
  );
}
type Events = ReturnType<typeof usePictureGrid<Picture, string>>;

function Grid({ clickToggles, tell }: { clickToggles: boolean; tell: (what: string) => void }) {
  const [all, setAll] = useState(PICTURES);
  const pictures = useSelection(all);
  const [current, setCurrent] = useState('a');
  const events = usePictureGrid({
    pictures,
    // A place without a picture has the focus too.
    current: findPicture(current),
    targets: { ArrowRight: () => ({ a: 'b', b: 'c', c: 'gap', gap: 'd' })[current] ?? current },
    findPicture,
    onFocus: setCurrent,
    onReach: ({ key }) => setCurrent(key),
    onChoose: ({ key }) => setCurrent(key),
    onOpen: ({ key }) => tell(`open ${key}`),
    onStar: (own, { key }) => tell(`star ${own.map((each) => each.key).join('')} as ${key}`),
    clickToggles,
  });
  return (
    <>
      {all.map((picture) => (
        <Cell
          key={picture.key}
          picture={picture}
          isSelected={pictures.selection.keys.has(picture.key)}
          {...events}
        />
      ))}
      <input aria-label="Delete c" onClick={() => setAll(all.filter(({ key }) => key !== 'c'))} />
    </>
  );
}

function openGrid({ clickToggles = false } = {}) {
  const tell = vi.fn<(what: string) => void>();
  openPart(<Grid clickToggles={clickToggles} tell={tell} />);
  const find = (key: string) => screen.getByRole('button', { name: key });
  return {
    told: () => tell.mock.calls.flat(),
    click: (key: string, keys = {}) => fireEvent.click(find(key), { detail: 1, ...keys }),
    /** The test moves no real focus: any cell hears the key. */
    press: (key: string, keys = {}) => fireEvent.keyDown(find('a'), { key, ...keys }),
    selected: () => screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent),
  };
}

test('selects with Space, Shift with arrow keys, Ctrl-A and Escape', () => {
  const { press, selected } = openGrid();
  press('ArrowRight', { shiftKey: true });
  expect(selected()).toEqual(['a', 'b']);
  // False: the page does not scroll.
  expect([press('ArrowUp'), press('ArrowRight', { shiftKey: true })]).toEqual([true, false]);
  expect(selected()).toEqual(['a', 'b', 'c']);
  press(' ');
  expect(selected()).toEqual(['a', 'b']);
  press('a', { ctrlKey: true });
  expect(selected()).toEqual(['a', 'b', 'c', 'd']);
  press('Escape');
  press('ArrowRight');
  expect(selected()).toEqual([]);
});

test('acts on the picture that a screen reader has moved the focus to', () => {
  const { press, told } = openGrid();
  fireEvent.focus(screen.getByRole('button', { name: 'c' }));
  press('Enter');
  expect(told()).toEqual(['open c']);
});

test('opens and stars the current picture, or stars all that are selected with it', () => {
  const { press, click, told } = openGrid();
  press('Enter');
  press('s');
  click('b', { ctrlKey: true });
  click('c', { ctrlKey: true });
  press('s');
  click('d', { ctrlKey: true });
  click('d', { ctrlKey: true });
  press('s');
  expect(told()).toEqual(['open a', 'star a as a', 'star bc as c', 'star d as d']);
});

test('does nothing where there is no picture, but selects all and none', () => {
  const { press, click, selected, told } = openGrid();
  click('c', { ctrlKey: true });
  press('ArrowRight', { shiftKey: true });
  for (const key of [' ', 'Enter', 's']) press(key);
  expect(selected()).toEqual(['c']);
  expect(told()).toEqual([]);
  press('a', { metaKey: true });
  expect(selected()).toHaveLength(4);
  press('Escape');
  expect(selected()).toEqual([]);
});

test('selects a range and more pictures by clicks, and none by a first one', () => {
  const { click, selected, told } = openGrid();
  click('a');
  expect([selected(), told()]).toEqual([[], ['open a']]);
  click('b', { ctrlKey: true });
  click('d', { shiftKey: true });
  expect(selected()).toEqual(['b', 'c', 'd']);
  click('b');
  click('a');
  click('c', { ctrlKey: true });
  expect(selected()).toEqual(['a', 'd']);
  click('b', { ctrlKey: true, shiftKey: true });
  expect(selected()).toEqual(['a', 'b', 'c', 'd']);
  expect(told()).toEqual(['open a']);
});

test('adds with each click or tap while pictures are chosen', () => {
  const { click, press, selected, told } = openGrid({ clickToggles: true });
  const touched = screen.getByRole('button', { name: 'a' });
  fireEvent.pointerDown(touched, { pointerType: 'touch' });
  fireEvent.pointerUp(touched, { pointerType: 'touch' });
  click('a');
  expect(selected()).toEqual(['a']);
  expect(told()).toEqual([]);
  click('b');
  click('d');
  click('b');
  expect(selected()).toEqual(['a', 'd']);
  click('c', { shiftKey: true });
  press('Escape');
  expect(selected()).toEqual(['a', 'b', 'c', 'd']);
  click('a');
  click('b');
  press('ArrowRight', { shiftKey: true });
  expect(selected()).toEqual(['b', 'c', 'd']);
});

test.each([false, true])('a double click opens and selects nothing (a click adds: %s)', (clickToggles) => {
  const { click, selected, told } = openGrid({ clickToggles });
  click('b', { ctrlKey: true });
  for (const key of ['c', 'b']) {
    click(key);
    click(key, { detail: 2 });
    fireEvent.doubleClick(screen.getByRole('button', { name: key }));
  }
  expect(told()).toEqual(['open c', 'open b']);
  expect(selected()).toEqual(['b']);
});

test('forgets pictures that are gone', () => {
  const { click, press, selected, told } = openGrid();
  click('b', { ctrlKey: true });
  click('c', { shiftKey: true });
  fireEvent.click(screen.getByRole('textbox', { name: 'Delete c' }));
  expect(selected()).toEqual(['b']);
  click('b', { ctrlKey: true });
  click('b', { ctrlKey: true });
  press('s');
  expect(told()).toEqual(['star b as b']);
});
