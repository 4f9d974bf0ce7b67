import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { describeExactTime } from '../ui/relative-time.tsx';
import { createUpscaleBatch, upscaleTool } from '../testing/create-upscale.ts';
import { renderPart } from '../testing/render-part.tsx';
import { ShareDialog } from './share-dialog.tsx';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://portal.example' });
  onTestFinished(() => void vi.unstubAllGlobals());
});

test('a batch has no link, or one that can be copied and revoked', () => {
  const renderDialog = (overrides: Parameters<typeof createUpscaleBatch>[0]) =>
    renderPart(
      <ShareDialog
        tool={upscaleTool}
        batch={createUpscaleBatch(overrides)}
        isOpen
        onClose={() => undefined}
      />,
    );
  const none = renderDialog({});
  expect(none.find('dialog', 'Share batch')?.text).toContain(
    'A link shows this batch to everyone with access',
  );
  expect(none.list('button')).toEqual(['Create link', 'Close']);
  expect(none.list('textbox')).toEqual([]);
  const expiresAt = '2026-11-24T12:00:00.000Z';
  const shared = renderDialog({ shareToken: 'token', expiresAt });
  expect(shared.list('button')).toEqual(['Copy link', 'Revoke link', 'Close']);
  expect(shared.text).toContain(
    `can open this link until ${describeExactTime(expiresAt)}.`.replaceAll('\u202F', ' '),
  );
  expect(shared.find('textbox', 'Link to this batch')?.attributes).toMatchObject({
    value: 'https://portal.example/shared/token',
    readOnly: '',
  });
});
