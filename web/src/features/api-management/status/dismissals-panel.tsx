import type { ApiStatus } from '@portal/contracts/api-status';
import { CHECK_LABELS } from '../../../pictures/checks/list-checks.ts';
import { countOf } from '../../../ui/count.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** Which checks the studio's staff call wrong. */
export const DismissalsPanel = ({ dismissals }: { dismissals: ApiStatus['data']['dismissals'] }) => (
  <Panel title="Checks marked as not a problem">
    <FactList facts={dismissals.map(({ kind, count }) => [CHECK_LABELS[kind], countOf(count, 'picture')])} />
  </Panel>
);
