import { Send } from 'lucide-react';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { countOf } from '../../ui/count.ts';
import { LabeledAction } from '../../ui/labeled-action.tsx';
import { useSendItems } from './use-send-items.tsx';

/** Sends pictures to the form of another tool, without an upload. */
export function SendToMenu(props: Parameters<typeof useSendItems>[0]) {
  const { listItems, isSending } = useSendItems(props);
  return (
    <ActionMenu
      label={`Send ${countOf(props.count, 'image')} to`}
      renderButton={(button) => (
        <LabeledAction
          label="Send to"
          icon={<Send aria-hidden size={16} />}
          loading={isSending}
          loadingPosition="start"
          {...button}
        />
      )}
    >
      {listItems}
    </ActionMenu>
  );
}
