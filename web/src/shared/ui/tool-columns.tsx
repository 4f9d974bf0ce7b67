import type { ToolName } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { SHORT_SCREEN } from '../theme/short-screen.ts';

const makeHistoryId = (tool: ToolName): string => `${tool}-history`;

interface Props {
  tool: ToolName;
  /** Of wide screens. */
  columns?: { md: string; lg?: string };
  form: ReactNode;
  history: ReactNode;
}

/** A tool's form beside its history; on a phone above it. */
export const ToolColumns = ({ tool, columns = COLUMNS, form, history }: Props) => (
  <Box
    sx={{
      display: 'grid',
      alignItems: 'start',
      gap: 6,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...columns },
      // Room for the submit bar, which stays at the bottom of a phone's screen.
      pb: { xs: 24, sm: 0 },
      [SHORT_SCREEN]: { pb: 0 },
    }}
  >
    {form}
    <Box id={makeHistoryId(tool)} sx={{ minWidth: 0, scrollMarginTop: 72 }}>
      {history}
    </Box>
  </Box>
);

const COLUMNS = { md: '400px minmax(0, 1fr)' };

/** Where form and history stand side by side it is in sight already; and the page may have been left. */
export function showHistory(tool: ToolName): void {
  if (matchMedia('(max-width: 899.95px)').matches)
    document.getElementById(makeHistoryId(tool))?.scrollIntoView();
}
