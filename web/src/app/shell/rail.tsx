import type { ToolName } from '@portal/contracts/batches';
import { Library, PanelLeft, Shield, Workflow, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { JOBS_PATH } from '../../pictures/batches/jobs-path.ts';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { useTools } from '../../pictures/registered-tools/tools.ts';
import { useLateCode } from '../../ui/use-late-code.ts';

/** Batches in progress, by tool. */
export type RunningCounts = Partial<Record<ToolName, number>>;

/**
 * Leads to all parts of the portal: at the left, or at the bottom of a phone's screen. `index.html` has the same frame, and
 * `shared/first-page/first-page.css` the styles.
 */
export function Rail() {
  const { session } = useSession();
  const tools = useTools();
  const [counts, setCounts] = useState<RunningCounts>({});
  const code = useLateCode('running-counts', () => import('./count-running.tsx'), { afterMs: 1500 });
  return (
    <nav aria-label="Tools and Library" className="rail">
      {tools.map(({ name, ...tool }) => (
        <RailLink key={name} {...tool} running={counts[name]} />
      ))}
      <RailLink path={JOBS_PATH} title="Jobs" shortTitle="Jobs" icon={Workflow} />
      <RailLink path="/library" title="Library" shortTitle="Library" icon={Library} />
      {isAdmin(session) && (
        <NavLink to="/admin" className="rail-link rail-admin">
          <Shield aria-hidden size={18} />
          <span className="rail-label">Admin</span>
          <span className="rail-short">Admin</span>
        </NavLink>
      )}
      <RailToggle />
      {code && <code.CountRunning onChange={setCounts} />}
    </nav>
  );
}

interface LinkProps {
  path: string;
  title: string;
  shortTitle: string;
  icon: LucideIcon;
  running?: number | undefined;
}

const RailLink = ({ path, title, shortTitle, icon: Icon, running = 0 }: LinkProps) => (
  <NavLink to={path} className="rail-link">
    <Icon aria-hidden size={18} />
    <span className="rail-label">{title}</span>
    <span className="rail-short">{shortTitle}</span>
    {running > 0 && (
      <span className="rail-count" role="img" aria-label={`${running} running`}>
        {running}
      </span>
    )}
  </NavLink>
);

const { dataset } = document.documentElement;

/** Switches between names and short labels. `device-settings.js` applies the choice at the next start. */
function RailToggle() {
  const [isNarrow, setIsNarrow] = useState(dataset['rail'] === 'narrow');
  const toggle = () => {
    dataset['rail'] = isNarrow ? '' : 'narrow';
    setIsNarrow(!isNarrow);
    try {
      localStorage.setItem('rail', dataset['rail']);
    } catch {
      // Without storage the choice lasts until the next start.
    }
  };
  return (
    <button
      type="button"
      className="shell-button rail-link rail-toggle"
      aria-label={isNarrow ? 'Expand navigation' : 'Collapse navigation'}
      onClick={toggle}
    >
      <PanelLeft aria-hidden size={18} />
      <span className="rail-label">Collapse</span>
      <span className="rail-short">Expand</span>
    </button>
  );
}
