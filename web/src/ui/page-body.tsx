import type { ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** For tools, whose grids fill wide screens. */
  isWide?: boolean;
  maxWidth?: number;
}

/** Its classes and those of PageHeader are in `shared/first-page/first-page.css`. */
export const PageBody = ({ children, isWide = false, maxWidth }: Props) => (
  <main className={isWide ? 'page page-wide' : 'page'} style={{ maxWidth }}>
    {children}
  </main>
);
