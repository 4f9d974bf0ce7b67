import { createDelivery, PROTOCOL_TITLES } from '@portal/contracts/delivery';
import type { ExportRequest } from '@portal/contracts/exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, describeFailure, isRefusal } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { toast } from '../../client/toast/toast-store.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countOf } from '../../ui/count.ts';
import { afterDialogs } from '../../ui/dialog-history.ts';
import { DELIVERIES_PATH } from './deliveries-path.ts';
import { accountsQuery, deliveriesQuery } from './deliveries-query.ts';

interface Props {
  /** Undefined while the pictures are checked. */
  agency: { id: string; name: string } | undefined;
  request: Omit<ExportRequest, 'agency'>;
  /** Pictures that the agency takes. */
  ready: number;
  isDisabled: boolean;
  onSent: () => void;
}

/** Uploads pictures straight to an agency. Shown where the studio has an account there. */
export function SendToAgency({ agency, request, ready, isDisabled, onSent }: Props) {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const account = accounts.find((each) => each.agency === agency?.id);
  const [isAsking, setIsAsking] = useState(false);
  const [sentBefore, setSentBefore] = useState<{ text: string; isOpen: boolean }>();
  const key = useRef('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: (again: boolean) =>
      call(createDelivery, {
        body: { ...request, agency: agency?.id ?? '', again },
        headers: { 'Idempotency-Key': `${key.current}-${again}` },
      }),
    onSuccess: async ({ total }) => {
      toast(`Sending ${countOf(total, 'file')} to ${agency?.name}`);
      onSent();
      void client.invalidateQueries({ queryKey: deliveriesQuery.queryKey });
      await afterDialogs();
      await navigate(DELIVERIES_PATH);
    },
    onError: (error) => {
      const isSentBefore = error instanceof ApiFailure && error.status === 409 && error.details.length > 0;
      if (isSentBefore) setSentBefore({ text: error.reason ?? '', isOpen: true });
      else if (isRefusal(error))
        toast('Nothing was sent', {
          description: error.reason ?? describeFailure(error),
          isDestructive: true,
        });
      // The answer may be lost, and the files on their way.
      else
        toast('Sending not confirmed', {
          description: 'Look at Deliveries before you send again.',
          isDestructive: true,
        });
    },
  });
  if (!agency || !account) return undefined;
  return (
    <>
      <LoadingButton
        variant="outlined"
        disabled={isDisabled || ready === 0}
        loading={send.isPending}
        loadingPosition="start"
        startIcon={<Send aria-hidden size={16} />}
        onClick={() => {
          key.current = crypto.randomUUID();
          setIsAsking(true);
        }}
      >
        Send to agency
      </LoadingButton>
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive={false}
        title={`Send ${countOf(ready, 'picture')} to ${agency.name}?`}
        confirmLabel="Send"
        onConfirm={() => send.mutate(false)}
        onClose={() => setIsAsking(false)}
      >
        {ready === 1 ? 'It is' : 'They are'} uploaded to {account.host} by {PROTOCOL_TITLES[account.protocol]}
        .
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={sentBefore?.isOpen ?? false}
        title="Send again?"
        confirmLabel="Send again"
        onConfirm={() => send.mutate(true)}
        onClose={() => setSentBefore(sentBefore && { ...sentBefore, isOpen: false })}
      >
        {sentBefore?.text} {agency.name} would receive {ready === 1 ? 'it' : 'them'} twice.
      </ConfirmDialog>
    </>
  );
}
