import { useEffect, type ReactNode } from 'react';
import { useTitle } from './title-status.ts';
import { rememberHeading } from './first-page/headings.ts';

interface Props {
  title: string;
  subtitle?: string;
  /** Shown at the end of the line, such as a count or a button. */
  children?: ReactNode;
}

export function PageHeader({ title, subtitle, children }: Props) {
  useEffect(() => rememberHeading(title, subtitle), [title, subtitle]);
  return (
    <header className="page-header">
      <title>{useTitle(title)}</title>
      <div className="page-heading">
        <h1 className="page-title">{title}</h1>
        {subtitle !== undefined && <p className="page-subtitle">{subtitle}</p>}
      </div>
      {children}
    </header>
  );
}
