import type { ToolName } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import { useDeferredValue, type ReactNode } from 'react';
import { SHORT_SCREEN } from '../theme/short-screen.ts';

const makeHistoryId = (tool: ToolName): string => `${tool}-history`;

interface Props {
  tool: ToolName;
  /** Grid columns on wide screens. */
  columns?: { md: string; lg?: string };
  form: ReactNode;
  history: ReactNode;
}

/** A tool's form beside its history, or above it on a phone. The history starts in a task of its own, after the form. */
export function ToolColumns({ tool, columns = COLUMNS, form, history }: Props) {
  const hasForm = useDeferredValue(true, false);
  return (
    <Box
      sx={{
        display: 'grid',
        alignItems: 'start',
        gap: 6,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...columns },
        // Leaves room for the submit bar at the bottom of a phone's screen.
        pb: { xs: 24, sm: 0 },
        [SHORT_SCREEN]: { pb: 0 },
      }}
    >
      {form}
      <Box id={makeHistoryId(tool)} sx={{ minWidth: 0, scrollMarginTop: 72 }}>
        {hasForm && history}
      </Box>
    </Box>
  );
}

const COLUMNS = { md: '400px minmax(0, 1fr)' };

/** Scrolls to the history where it is below the form. Does nothing after the page was left. */
export function showHistory(tool: ToolName): void {
  if (matchMedia('(max-width: 899.95px)').matches)
    document.getElementById(makeHistoryId(tool))?.scrollIntoView();
}
