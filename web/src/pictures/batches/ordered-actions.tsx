import type { ReactNode } from 'react';

interface Props {
  cancel: ReactNode;
  /** Images or results. */
  view: ReactNode;
  download: ReactNode;
  /** What only this tool has. */
  own?: ReactNode;
  remove: ReactNode;
  /** Everything that the spec does not name. */
  menu: ReactNode;
}

/** A batch's actions in the order that all tools share. */
export const OrderedActions = ({ cancel, view, download, own, remove, menu }: Props) => (
  <>
    {cancel}
    {view}
    {download}
    {own}
    {remove}
    {menu}
  </>
);
