import type { ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** For pages with a grid of pictures, which fills the window. Lists, tables and forms are as wide as they read well. */
  isWide?: boolean;
}

/** Its classes and those of PageHeader are in `shared/first-page/first-page.css`. */
export const PageBody = ({ children, isWide = false }: Props) => (
  <main className={isWide ? 'page page-wide' : 'page'}>{children}</main>
);
