import { upscaleCalls, type UpscaleBatch } from '@portal/contracts/upscale';
import { useQueryClient } from '@tanstack/react-query';
import { makeImageTool } from '../../../pictures/batches/batch-tool.ts';
import { pollWhileActive } from '../../../pictures/batches/poll-batches.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';
import { applyNames, saveName } from './local-names.ts';

export const upscaler = makeImageTool<UpscaleBatch>({
  name: 'upscale',
  calls: upscaleCalls,
  findPollInterval: pollWhileActive,
  transform: (batches) => applyNames(localStorage, batches),
  readName: ({ name }) => name,
  readProgress: ({ processedImages, totalImages }) => ({ done: processedImages, total: totalImages }),
  readNote: ({ scale }) => `Upscale, ${scale}x`,
  readTexts: ({ results }) => results.map(({ originalFileName }) => originalFileName),
  readSettings: ({ scale, enhance, engine, quality }) => [
    ['Scale', `${scale}x`],
    ['Enhanced', enhance ? 'Yes' : 'No'],
    ...(engine === 'on-device' ? [['Quality', quality === 'best' ? 'Best' : 'Fast'] as const] : []),
  ],
  filters: [
    { name: 'scale', label: 'Scale', read: ({ scale }) => String(scale), describe: (scale) => `${scale}x` },
  ],
  zipSuffix: '_upscaled_images.zip',
});

/** Renames a batch in this browser only. */
export function useRename() {
  const client = useQueryClient();
  return (id: string, name: string) => {
    try {
      saveName(localStorage, id, name);
      client.setQueryData(
        upscaler.batchesQuery.queryKey,
        (batches) => batches && applyNames(localStorage, batches),
      );
    } catch {
      toastFailure();
    }
  };
}
