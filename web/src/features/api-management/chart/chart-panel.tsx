import Button from '@mui/material/Button';
import { ChartColumnStacked, Table } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';

interface Props {
  title: string;
  chart: ReactNode;
  /** The same numbers. */
  table: ReactNode;
}

/** Numbers as a chart or as a table. */
export function ChartPanel({ title, chart, table }: Props) {
  const [isTable, setIsTable] = useState(false);
  return (
    <Panel
      title={title}
      end={
        <Button
          size="small"
          color="inherit"
          startIcon={isTable ? <ChartColumnStacked aria-hidden size={15} /> : <Table aria-hidden size={15} />}
          onClick={() => setIsTable(!isTable)}
          sx={{ ml: 'auto', mr: -3 }}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {isTable ? table : chart}
    </Panel>
  );
}
