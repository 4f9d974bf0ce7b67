import { readSharedBatch, stopSharing } from '@portal/contracts/sharing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api/client.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';

/** For admins, who can revoke anyone's link. Owners revoke theirs in the history. */
export function RevokeLink({ batchId }: { batchId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => call(stopSharing, { params: { id: batchId } }),
    onSuccess: async () => {
      toast('Link revoked');
      await client.invalidateQueries({ queryKey: [readSharedBatch.path] });
    },
    onError: () => toastFailure(),
  });
  return (
    <>
      <LoadingButton
        variant="outlined"
        color="error"
        loading={stop.isPending}
        onClick={() => setIsAsking(true)}
      >
        Revoke link
      </LoadingButton>
      <ConfirmDialog
        isOpen={isAsking}
        title="Revoke link?"
        confirmLabel="Revoke link"
        onClose={() => setIsAsking(false)}
        onConfirm={() => stop.mutate()}
      >
        Nobody can open this link afterwards. The batch itself stays.
      </ConfirmDialog>
    </>
  );
}
