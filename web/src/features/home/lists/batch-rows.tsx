import { titleBatch } from '@portal/contracts/batch-title';
import type { LibraryBatch } from '@portal/contracts/library';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTools } from '../../../pictures/registered-tools/tools.ts';
import { makeBatchPath } from '../../../pictures/batches/batch-path.ts';
import { LINKED_NAME, LINKED_ROW } from './linked-row.ts';

interface Props {
  batches: readonly LibraryBatch[];
  renderDetails: (batch: LibraryBatch) => ReactNode;
}

/** Each name leads to its batch in the history of its tool. */
export function BatchRows({ batches, renderDetails }: Props) {
  const tools = useTools();
  return (
    <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {batches.map((batch) => {
        const tool = tools.find(({ name }) => name === batch.tool);
        const Icon = tool?.icon;
        const { title, date } = titleBatch(batch);
        return (
          <Box key={batch.id} component="li" sx={ROW}>
            <Box component="span" sx={{ color: 'text.secondary', display: 'flex', pt: 0.5 }}>
              {Icon && <Icon aria-hidden size={16} />}
            </Box>
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
              <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, minWidth: 0 }}>
                <Box component={Link} to={makeBatchPath(tool?.path, batch.id)} sx={LINKED_NAME}>
                  {title}
                </Box>
                {date !== undefined && <Box sx={DATE}>{date}</Box>}
              </Box>
              {renderDetails(batch)}
            </Box>
          </Box>
        );
      })}
    </Card>
  );
}

const DATE = { flex: 'none', color: 'text.secondary', fontSize: '0.8125rem', whiteSpace: 'nowrap' } as const;
const ROW = { ...LINKED_ROW, gridTemplateColumns: 'auto minmax(0, 1fr)' } as const;
