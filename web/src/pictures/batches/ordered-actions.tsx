import type { ReactNode } from 'react';

interface Props {
  cancel: ReactNode;
  download: ReactNode;
  /** What only this tool has. */
  own?: ReactNode;
  /** Images or results. */
  view: ReactNode;
  remove: ReactNode;
  /** Everything that the spec does not name. */
  menu: ReactNode;
}

/**
 * A batch's actions in the order that all tools share. They end at the right, and those that come and go while the batch runs
 * are the first, so that none moves under the pointer.
 */
export const OrderedActions = ({ cancel, download, own, view, remove, menu }: Props) => (
  <>
    {cancel}
    {download}
    {own}
    {view}
    {remove}
    {menu}
  </>
);
