import { shareBatch, stopSharing } from '@portal/contracts/sharing';
import Box from '@mui/material/Box';
import DialogContentText from '@mui/material/DialogContentText';
import InputBase from '@mui/material/InputBase';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import type { BatchTool, HistoryBatch } from '../batches/batch-tool.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { CopyAction } from '../../ui/copy-action.tsx';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { sharedPath } from '../../client/session/shared-path.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
  isOpen: boolean;
  onClose: () => void;
}

/** Makes, copies and revokes the link of a batch. */
export function ShareDialog<Batch extends HistoryBatch>({ tool, batch, isOpen, onClose }: Props<Batch>) {
  const { id, expiresAt } = batch;
  const client = useQueryClient();
  // The history's next poll may be a minute away.
  const refresh = () => client.invalidateQueries({ queryKey: tool.batchesQuery.queryKey, exact: true });
  const share = useMutation({
    mutationFn: () => call(shareBatch, { params: { id } }),
    onSuccess: refresh,
    onError: () => toastFailure(),
  });
  const stop = useMutation({
    mutationFn: () => call(stopSharing, { params: { id } }),
    onSuccess: async () => {
      share.reset();
      toast('Link revoked');
      await refresh();
    },
    onError: () => toastFailure(),
  });
  const token = stop.isSuccess && !share.isSuccess ? undefined : (share.data?.token ?? batch.shareToken);
  const isBusy = share.isPending || stop.isPending;
  return (
    <TextDialog
      isOpen={isOpen}
      title="Share batch"
      onClose={onClose}
      actions={
        // Two elements: on one, a second Enter would press the other button.
        token === undefined ? (
          <LoadingButton key="create" variant="contained" loading={isBusy} onClick={() => share.mutate()}>
            Create link
          </LoadingButton>
        ) : (
          <LoadingButton
            key="revoke"
            variant="outlined"
            color="error"
            loading={isBusy}
            onClick={() => stop.mutate()}
          >
            Revoke link
          </LoadingButton>
        )
      }
    >
      <DialogContentText>
        {token === undefined
          ? 'A link shows this batch to everyone with access to the portal. They can view and download its pictures.'
          : `Everyone with access to the portal can open this link until ${describeExactTime(expiresAt)}.`}
      </DialogContentText>
      {token !== undefined && <LinkField url={new URL(sharedPath(token), location.origin).href} />}
    </TextDialog>
  );
}

const LinkField = ({ url }: { url: string }) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      mt: 4,
      pl: 3,
      pr: 2,
      minHeight: 40,
      border: '1px solid',
      borderColor: 'divider',
      borderRadius: '8px',
      '& button': { flexShrink: 0, whiteSpace: 'nowrap' },
    }}
  >
    <InputBase
      readOnly
      fullWidth
      value={url}
      inputProps={{ 'aria-label': 'Link to this batch' }}
      onFocus={({ target }) => target.select()}
    />
    <CopyAction label="Copy link" text={url} hasLabel />
  </Box>
);
