import { formatDollars } from '@portal/contracts/dollars';
import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { BarList } from '../../ui/bar-list.tsx';
import { describeAmount } from '../../ui/describe-cost.ts';
import { Panel, TWO_COLUMNS } from '../../ui/panel.tsx';
import { namePerson } from './name-person.ts';

export const SpendLists = ({ spend }: { spend: Spend }) => (
  <Box sx={{ ...TWO_COLUMNS, alignItems: 'start' }}>
    <ByTool rows={spend.byTool} />
    <ByPerson key={spend.month} rows={spend.byPerson} />
  </Box>
);

function ByTool({ rows }: { rows: Spend['byTool'] }) {
  const getToolTitle = useToolTitles();
  return (
    <Panel title="By tool">
      <BarList
        label="Spend by tool"
        bars={rows.map(({ tool, dollars, estimated }) => ({
          key: tool,
          label: getToolTitle(tool),
          amount: dollars,
          value: describeAmount({ cost: dollars, estimate: estimated, isOver: true }),
        }))}
      />
    </Panel>
  );
}

const MAX_COLLAPSED = 8;

function ByPerson({ rows }: { rows: Spend['byPerson'] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded ? rows : rows.slice(0, MAX_COLLAPSED);
  return (
    <Panel title="By person">
      <BarList
        label="Spend by person"
        bars={shown.map((row) => ({
          key: row.uid,
          label: namePerson(row),
          amount: row.dollars,
          value: formatDollars(row.dollars),
        }))}
      />
      {shown.length < rows.length && (
        <Button
          color="inherit"
          size="small"
          onClick={() => setIsExpanded(true)}
          sx={{ justifySelf: 'start', ml: -2 }}
        >
          Show all {rows.length}
        </Button>
      )}
    </Panel>
  );
}
