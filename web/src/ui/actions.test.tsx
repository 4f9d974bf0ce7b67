import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import MenuItem from '@mui/material/MenuItem';
import { openPart } from '../testing/open-part.tsx';
import { readToast, toast } from '../client/toast/toast-store.ts';
import { ActionMenu } from './action-menu.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyAction } from './copy-action.tsx';
import { afterDialogs, watchDialogHistory } from './dialog-history.ts';
import { EditableName } from './editable-name.tsx';
import { useFocusWhenGone } from './use-focus-when-gone.ts';
import { useKeptFocus } from './use-kept-focus.ts';

beforeEach(() => toast('Before'));

const findButton = (name: string) => screen.getByRole('button', { name });

test('confirms, then closes', async () => {
  const calls: string[] = [];
  const user = openPart(
    <ConfirmDialog
      isOpen
      title="Delete?"
      confirmLabel="Delete"
      onConfirm={() => calls.push('confirm')}
      onClose={() => calls.push('close')}
    >
      It is gone then.
    </ConfirmDialog>,
  );
  await user.keyboard('{Enter}');
  expect(calls).toEqual(['close']);
  await user.click(findButton('Delete'));
  expect(calls).toEqual(['close', 'confirm', 'close']);
});

/** Its entry in the history of the browser, which goes back at once. */
function stubHistory() {
  const depths: number[] = [];
  vi.spyOn(history, 'pushState').mockImplementation(() => void depths.push(1));
  vi.spyOn(history, 'state', 'get').mockImplementation(() => depths.length > 0 && { dialogs: depths.length });
  vi.spyOn(history, 'go').mockImplementation(() => {
    depths.pop();
    dispatchEvent(new PopStateEvent('popstate'));
  });
  watchDialogHistory();
  return { depths };
}

test.each([true, false])('Back closes a dialog that should close on it: %s', async (closesOnBack) => {
  const close = vi.fn<() => void>();
  openPart(
    <ConfirmDialog
      isOpen
      title="Delete?"
      confirmLabel="Delete"
      onConfirm={close}
      onClose={close}
      // The default.
      {...(!closesOnBack && { closesOnBack })}
    >
      It is gone then.
    </ConfirmDialog>,
  );
  const { depths } = stubHistory();
  await afterDialogs();
  expect(depths).toHaveLength(closesOnBack ? 1 : 0);
  depths.pop();
  dispatchEvent(new PopStateEvent('popstate'));
  expect(close).toHaveBeenCalledTimes(closesOnBack ? 1 : 0);
});

test('Back closes a menu', async () => {
  const user = openPart(
    <main>
      <ActionMenu label="More" renderButton={(props) => <button {...props}>Open</button>}>
        {(close) => <MenuItem onClick={close}>Rename</MenuItem>}
      </ActionMenu>
    </main>,
  );
  const { depths } = stubHistory();
  const button = findButton('Open');
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual([
    'false',
    null,
  ]);
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(button);
  const menu = screen.getByRole('menu', { name: 'More' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.contains(menu)).toBe(true);
  // Screen readers find it in the main landmark.
  expect(menu.closest('main')).not.toBeNull();
  await waitFor(() => expect(depths).toHaveLength(1));
  depths.pop();
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  await user.click(button);
  await user.click(
    within(screen.getByRole('menu', { name: 'More' })).getByRole('menuitem', { name: 'Rename' }),
  );
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

function openName() {
  const onSave = vi.fn<(name: string) => void>();
  const user = openPart(<EditableName name="Red fox" onSave={onSave} />);
  const rename = async () => {
    await user.click(findButton('Rename'));
    return screen.getByRole<HTMLInputElement>('textbox', { name: 'Batch name' });
  };
  const isBack = () => waitFor(() => expect(document.activeElement).toBe(findButton('Rename')));
  return { user, onSave, rename, isBack };
}

test('a name is replaced by Enter or by the button', async () => {
  const { user, onSave, rename, isBack } = openName();
  const input = await rename();
  expect(document.activeElement).toBe(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 'Red fox'.length]);
  await user.keyboard('Owl{Enter}');
  await isBack();
  await rename();
  await user.keyboard('Elk');
  await user.click(findButton('Save'));
  await isBack();
  expect(onSave.mock.calls).toEqual([['Owl'], ['Elk']]);
});

test('a name stays as it was after Escape, Cancel, and without a new name', async () => {
  const { user, onSave, rename, isBack } = openName();
  await rename();
  await user.keyboard('Owl{Escape}');
  await isBack();
  await rename();
  await user.keyboard('Elk');
  await user.click(findButton('Cancel'));
  await isBack();
  await rename();
  await user.keyboard('{Enter}');
  await isBack();
  await rename();
  await user.keyboard(' {Enter}');
  await isBack();
  expect(onSave).not.toHaveBeenCalled();
});

test.each([true, false])('copies a text and says so for a moment, with a label: %s', async (hasLabel) => {
  openPart(<CopyAction label="Copy title" text="Fox" hasLabel={hasLabel} />);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const button = findButton('Copy title');
  const before = button.innerHTML;
  expect(button.textContent).toBe(hasLabel ? 'Copy title' : '');
  await act(async () => void fireEvent.click(button));
  expect(findButton('Copied')).toBe(button);
  expect(button.innerHTML).not.toBe(before);
  expect(await navigator.clipboard.readText()).toBe('Fox');
  act(() => void vi.advanceTimersByTime(1500));
  expect(findButton('Copy title').innerHTML).toBe(before);
  expect(readToast()?.title).toBe('Before');
});

test('says that a text was not copied', async () => {
  const user = openPart(<CopyAction label="Copy title" text="Fox" />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await user.click(findButton('Copy title'));
  await waitFor(() => expect(readToast()?.title).toBe('Error'));
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
});

/** A button that is disabled while it is busy, and gone after that if it is the last time. */
function openBusy({ isGone = false } = {}) {
  const Part = () => {
    const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
    const other = useRef<HTMLButtonElement>(null);
    useKeptFocus(state === 'busy');
    useFocusWhenGone(state === 'done' && isGone, () => other.current);
    return (
      <>
        {(state !== 'done' || !isGone) && (
          <button type="button" disabled={state === 'busy'} onClick={() => setState('busy')}>
            Delete
          </button>
        )}
        <button type="button" ref={other} onClick={() => setState('done')}>
          End
        </button>
        <input aria-label="Elsewhere" />
      </>
    );
  };
  const user = openPart(<Part />);
  const end = () => findButton('End').click();
  return { user, end };
}
const readFocus = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

test('a button that was disabled while it worked has the focus again', async () => {
  const { user, end } = openBusy();
  await user.click(findButton('Delete'));
  document.body.focus();
  findButton('Delete').blur();
  end();
  await waitFor(() => expect(readFocus()).toBe('Delete'));
});

test('another element has the focus if the button is gone', async () => {
  const { user, end } = openBusy({ isGone: true });
  await user.click(findButton('Delete'));
  findButton('Delete').blur();
  const focus = vi.spyOn(findButton('End'), 'focus');
  end();
  await waitFor(() => expect(readFocus()).toBe('End'));
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
});

test.each([false, true])('the focus stays where people have moved it, button gone: %s', async (isGone) => {
  const { user, end } = openBusy({ isGone });
  await user.click(findButton('Delete'));
  await user.click(screen.getByRole('textbox', { name: 'Elsewhere' }));
  end();
  const isDisabled = () => screen.queryByRole('button', { name: 'Delete' })?.hasAttribute('disabled');
  await waitFor(() => expect(isDisabled()).toBe(isGone ? undefined : false));
  expect(readFocus()).toBe('Elsewhere');
});

test('a menu is as dark as its button, also while it fades out', async () => {
  const user = openPart(
    <div data-scheme="dark">
      <ActionMenu renderButton={(props) => <button {...props}>Actions</button>}>
        {(close) => <MenuItem onClick={close}>Copy</MenuItem>}
      </ActionMenu>
    </div>,
  );
  await user.click(findButton('Actions'));
  const menu = screen.getByRole('menu').closest('.MuiModal-root');
  expect(menu?.getAttribute('data-scheme')).toBe('dark');
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }));
  expect(menu?.getAttribute('data-scheme')).toBe('dark');
});
