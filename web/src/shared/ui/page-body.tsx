import type { ReactNode } from 'react';

/** Its class and those of PageHeader are in `shared/first-page/first-page.css`. */
export const PageBody = ({ children, maxWidth }: { children: ReactNode; maxWidth?: number }) => (
  <main className="page" style={{ maxWidth }}>
    {children}
  </main>
);
