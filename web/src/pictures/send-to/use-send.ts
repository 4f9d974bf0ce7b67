import { UploadToolSchema, type UploadTool } from '@portal/contracts/uploads';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { useTools, type Tool } from '../registered-tools/tools.ts';
import { afterDialogs } from '../../ui/dialog-history.ts';
import { sendPictures, type SentPicture } from './sent-pictures.ts';

/** Sends pictures to the form of a tool and opens it. `onSent`: closes the dialog that the button is in. */
export function useSend(onSent?: () => void) {
  const tools = useTools();
  const navigate = useNavigate();
  const [isSending, setIsSending] = useState(false);
  const send = async (
    name: UploadTool,
    getPictures: () => readonly SentPicture[] | Promise<readonly SentPicture[]>,
  ) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) return;
    setIsSending(true);
    try {
      sendPictures(name, await getPictures());
      onSent?.();
      await afterDialogs();
      await navigate(tool.path);
      // The form is at the top.
      scrollTo(0, 0);
    } catch {
      toastFailure();
    } finally {
      setIsSending(false);
    }
  };
  return { send, isSending };
}

/** The tools that take pictures. */
export const listReceivers = (tools: readonly Tool[]): readonly (Tool & { name: UploadTool })[] =>
  tools.flatMap((tool) => {
    const { data: name } = UploadToolSchema.safeParse(tool.name);
    return name ? [{ ...tool, name }] : [];
  });
