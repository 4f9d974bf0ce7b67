import type { ReactNode } from 'react';

interface Props {
  cancel: ReactNode;
  /** 'Retry failed' or what offers it. */
  retry: ReactNode;
  /** Images or results. */
  view: ReactNode;
  download: ReactNode;
  sendTo: ReactNode;
  share: ReactNode;
  /** What only this tool has. */
  own?: ReactNode;
  remove: ReactNode;
}

/** A batch's actions in the order that all tools share. */
export const OrderedActions = ({ cancel, retry, view, download, sendTo, share, own, remove }: Props) => (
  <>
    {cancel}
    {retry}
    {view}
    {download}
    {sendTo}
    {share}
    {own}
    {remove}
  </>
);
