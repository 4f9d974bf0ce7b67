import type { BatchImage } from '@portal/contracts/batch-calls';
import { dismissCheck } from '@portal/contracts/check-calls';
import type { CheckKind, PictureChecks } from '@portal/contracts/checks';
import type { LibraryBatch } from '@portal/contracts/library';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { imagesKey } from '../batches/images-key.ts';
import { useLibraryChange } from '../library/library-query.ts';
import { sendInOrder } from '../stars/send-in-order.ts';

interface Dismissal {
  kind: CheckKind;
  isDismissed: boolean;
}

export type Dismiss = (picture: { batchId: string; index: number }, dismissal: Dismissal) => void;

/** Says at once that a check is no problem, or is one after all, wherever the picture is shown. Reverts it if the server refuses. */
export function useDismissals(): Dismiss {
  const changeLibrary = useLibraryChange();
  const client = useQueryClient();
  return ({ batchId, index }, { kind, isDismissed }) => {
    const sent = sendInOrder(batchId, () =>
      call(dismissCheck, { params: { id: batchId }, body: { index, kind, isDismissed } }),
    ).catch((error: unknown) => {
      toastFailure();
      throw error;
    });
    changeLibrary({
      apply: (batches) =>
        batches.map((batch): LibraryBatch =>
          batch.id === batchId
            ? { ...batch, pictures: dismissIn(batch.pictures, index, { kind, isDismissed }) }
            : batch,
        ),
      send: () => sent,
    });
    const show = (isShown: boolean) =>
      client.setQueriesData<BatchImage[]>(
        { queryKey: imagesKey(batchId) },
        (images) => images && dismissIn(images, index, { kind, isDismissed: isShown }),
      );
    show(isDismissed);
    // Again once it is sent: the list may have been read before that.
    sent.then(
      () => show(isDismissed),
      () => show(!isDismissed),
    );
  };
}

const dismissIn = <Picture extends { index: number; checks?: PictureChecks | undefined }>(
  pictures: readonly Picture[],
  index: number,
  dismissal: Dismissal,
): Picture[] =>
  pictures.map((picture) =>
    picture.index === index ? { ...picture, checks: applyDismissal(picture.checks, dismissal) } : picture,
  );

function applyDismissal(checks: PictureChecks | undefined, { kind, isDismissed }: Dismissal): PictureChecks {
  const others = (checks?.dismissed ?? []).filter((each) => each !== kind);
  return { ...checks, dismissed: isDismissed ? [...others, kind] : others };
}
