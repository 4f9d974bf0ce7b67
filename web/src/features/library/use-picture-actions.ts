import { titleBatch } from '@portal/contracts/batch-title';
import { findPrompt } from '@portal/contracts/image-generator';
import {
  deletePictures,
  MAX_SELECTED_BATCHES,
  MAX_SELECTED_PICTURES,
  zipPictures,
  type LibraryBatch,
} from '@portal/contracts/library';
import type { Source } from '@portal/contracts/source';
import { useState } from 'react';
import { call } from '../../client/api/client.ts';
import { saveWhenReady } from '../../client/downloads/download-archive.ts';
import { useLibraryChange } from '../../pictures/library/library-query.ts';
import type { SentPicture } from '../../pictures/send-to/sent-pictures.ts';
import { useStars } from '../../pictures/stars/use-stars.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import { groupPictures } from './model/group-pictures.ts';
import type { ShownPicture } from './model/list-rows.ts';

const ZIP_LIMIT = `Select at most ${formatCount(MAX_SELECTED_PICTURES)} pictures from ${MAX_SELECTED_BATCHES} batches.`;

export const toSource = ({ batch, picture: { index, kind } }: ShownPicture): Source => ({
  batchId: batch.id,
  index,
  kind,
});

export const toSentPicture = (shown: ShownPicture): SentPicture => {
  const { batch, picture } = shown;
  const { fileName, thumbnailUrl, width, height } = picture;
  return {
    from: toSource(shown),
    fileName,
    thumbnailUrl,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    tool: batch.tool,
    batchName: titleBatch(batch).title,
  };
};

/** Says so if there are too many. */
export function fitsOneZip(pictures: readonly ShownPicture[]): boolean {
  const fits = groupPictures(pictures.map(toSource)).length <= 1;
  if (!fits) toast('Too many pictures for one ZIP', { description: ZIP_LIMIT, isDestructive: true });
  return fits;
}

/** What can be done with several pictures. */
export function usePictureActions() {
  const change = useLibraryChange();
  const changeStars = useStars();
  const [zipProgress, setZipProgress] = useState<string>();

  const star = (pictures: readonly ShownPicture[], isStarred: boolean) => {
    for (const own of Map.groupBy(pictures, ({ batch }) => batch.id).values()) {
      const [first] = own;
      if (first)
        changeStars(
          first.batch,
          own.map(({ picture }) => picture.index),
          isStarred,
        );
    }
  };

  const remove = (pictures: readonly ShownPicture[]) => {
    const gone = new Set(pictures.map(({ key }) => key));
    change({
      apply: (batches) => withoutPictures(batches, gone),
      send: async () => {
        try {
          for (const group of groupPictures(pictures.map(toSource)))
            await call(deletePictures, { body: { pictures: group } });
        } catch (error) {
          toastFailure();
          throw error;
        }
        toast(`${countOf(pictures.length, 'picture')} deleted`);
      },
    });
  };

  const zip = async (pictures: readonly ShownPicture[]) => {
    const sources = pictures.map(toSource);
    if (!fitsOneZip(pictures)) return;
    setZipProgress('Preparing…');
    try {
      await saveWhenReady(
        () => call(zipPictures, { body: { pictures: sources } }),
        ({ done, total }) => setZipProgress(`Preparing ${done}/${total}`),
      );
    } catch {
      toast('Download Failed', {
        description: 'The ZIP could not be made. Please try again.',
        isDestructive: true,
      });
    } finally {
      setZipProgress(undefined);
    }
  };

  const copyPrompts = async (pictures: readonly ShownPicture[]) => {
    const prompts = [
      ...new Set(pictures.flatMap(({ batch, picture }) => findPrompt(batch, picture.index) ?? [])),
    ];
    try {
      await navigator.clipboard.writeText(prompts.join('\n\n'));
      toast(`${countOf(prompts.length, 'prompt')} copied`);
    } catch {
      toastFailure();
    }
  };
  return { star, remove, zip, zipProgress, copyPrompts };
}

const withoutPictures = (
  batches: readonly LibraryBatch[],
  gone: ReadonlySet<string>,
): readonly LibraryBatch[] =>
  batches.map((batch) => {
    const pictures = batch.pictures.filter(({ index }) => !gone.has(`${batch.id}/${index}`));
    return pictures.length === batch.pictures.length ? batch : { ...batch, pictures };
  });
