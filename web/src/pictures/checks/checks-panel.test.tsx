import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { IssueBoxes } from './issue-boxes.tsx';
import { createChecks, createIssue, createSoftChecks } from './testing/create-checks.ts';

const ignore = () => undefined;
const read = (checks: Parameters<typeof ChecksPanel>[0]['checks']) => {
  openPart(<ChecksPanel checks={checks} onDismiss={ignore} onPoint={ignore} />);
  return readText(screen.getByRole('region', { name: 'Checks' }));
};

test('says what was measured and that nothing was found, or that no model has looked', () => {
  expect(read(createChecks({ issues: [] }))).toBe('Checks No problems found. Sharpness 70 of 100');
  expect(read(createChecks())).toContain('No model has looked for text');
  expect(read({ issues: [] })).toBe('Checks No problems found.');
});

test('dismisses a check, and undoes it', async () => {
  const onDismiss = vi.fn<() => void>();
  const checks = createSoftChecks({ issues: [createIssue()], dismissed: ['text'] });
  const user = openPart(<ChecksPanel checks={checks} onDismiss={onDismiss} onPoint={ignore} />);
  expect(listNames('button')).toEqual(['Not a problem: Soft', 'Undo: May show text']);
  for (const button of screen.getAllByRole('button')) await user.click(button);
  expect(onDismiss.mock.calls).toEqual([
    ['soft', true],
    ['text', false],
  ]);
});

test('points at the check that has the pointer or the focus', async () => {
  const onPoint = vi.fn<(checkId: string | undefined) => void>();
  const checks = createSoftChecks({ issues: [createIssue()] });
  const user = openPart(<ChecksPanel checks={checks} onDismiss={ignore} onPoint={onPoint} />);
  await user.hover(screen.getByText('May show text, top left'));
  await user.unhover(screen.getByText('May show text, top left'));
  await user.tab();
  expect(onPoint.mock.calls.flat()).toEqual(['text-0', undefined, 'soft']);
});

test('draws a box over each place, but over a dismissed one only while it is pointed at', () => {
  const checks = createChecks({
    issues: [createIssue(), createIssue({ kind: 'brand' })],
    dismissed: ['brand'],
  });
  const listBoxes = (pointed: string | undefined) => {
    openPart(<IssueBoxes checks={checks} pointed={pointed} />);
    return [...document.querySelectorAll<HTMLElement>('[data-box]')];
  };
  const [box, ...others] = listBoxes(undefined);
  expect([box?.style.left, box?.style.top, box?.style.width, box?.style.height]).toEqual([
    '10%',
    '5%',
    '20%',
    '10%',
  ]);
  expect(others).toEqual([]);
  expect(listBoxes('brand-1').map(({ dataset }) => [dataset['box'], dataset['pointed']])).toEqual([
    ['text', 'false'],
    ['brand', 'true'],
  ]);
});
