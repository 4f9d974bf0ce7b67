import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useHistorySearch } from './use-history-search.ts';

const Next = lazy(() => new Promise<{ default: () => null }>(() => undefined));

function Page() {
  const { search, setText } = useHistorySearch([]);
  return (
    <>
      <input aria-label="Search" value={search.text} onChange={({ target }) => setText(target.value)} />
      {/* Tests have no other entries. */}
      <Link to="/next" replace>
        Next
      </Link>
    </>
  );
}

async function typeFox() {
  history.replaceState(null, '', '/library');
  onTestFinished(() => {
    history.replaceState(null, '', '/');
    vi.useRealTimers();
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/library" element={<Page />} />
        <Route path="/next" element={<Next />} />
      </Routes>
    </BrowserRouter>,
  );
  await user.type(screen.getByRole('textbox'), 'fox');
  return user;
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(1000));

test('writes what was typed into the URL a moment later', async () => {
  await typeFox();
  await wait();
  expect(location.pathname + location.search).toBe('/library?q=fox');
});

test('does not bring back a page that was left before', async () => {
  const user = await typeFox();
  await user.click(screen.getByRole('link'));
  await wait();
  // The next page never loads here.
  expect(screen.getByRole('textbox')).toBeDefined();
  expect(location.pathname + location.search).toBe('/next');
});

test('waits until a dialog has left the history: it would be lost with its entry', async () => {
  await typeFox();
  const { state } = history;
  history.replaceState({ ...state, dialogs: 1 }, '');
  await wait();
  expect(location.search).toBe('');
  history.replaceState(state, '');
  act(() => void dispatchEvent(new PopStateEvent('popstate', { state })));
  await wait();
  expect(location.search).toBe('?q=fox');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('fox');
});
