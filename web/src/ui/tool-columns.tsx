import type { ToolName } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import { useDeferredValue, type ReactNode } from 'react';
import { SHORT_SCREEN } from './theme/short-screen.ts';
import { SectionJump } from './section-jump.tsx';

const makeFormId = (tool: ToolName): string => `${tool}-form`;
const makeHistoryId = (tool: ToolName): string => `${tool}-history`;

interface Props {
  tool: ToolName;
  /** Grid columns on wide screens. */
  columns?: { md: string; lg?: string };
  form: ReactNode;
  history: ReactNode;
  /** The number of batches, such as ' (3)'. */
  count?: ReactNode;
}

/** A tool's form beside its history, or above it on a phone. The history starts in a task of its own, after the form. */
export function ToolColumns({ tool, columns = COLUMNS, form, history, count }: Props) {
  const hasForm = useDeferredValue(true, false);
  return (
    <>
      <SectionJump formId={makeFormId(tool)} historyId={makeHistoryId(tool)} count={count} />
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
        <Box id={makeFormId(tool)} tabIndex={-1} sx={FORM}>
          {form}
        </Box>
        <Box id={makeHistoryId(tool)} tabIndex={-1} sx={HISTORY}>
          {hasForm && history}
        </Box>
      </Box>
    </>
  );
}

/** Its card is sticky within the row. */
const FORM = { minWidth: 0, alignSelf: 'stretch', outline: 'none' } as const;
const HISTORY = {
  minWidth: 0,
  scrollMarginTop: { xs: 120, md: 72 },
  // On a phone, even an empty history can be scrolled to the top.
  minHeight: { xs: 'calc(100dvh - 216px - var(--bottom-bar))', md: 0 },
  outline: 'none',
} as const;
const COLUMNS = { md: '400px minmax(0, 1fr)' };

/** Scrolls to the history where it is below the form. Does nothing after the page was left. */
export function showHistory(tool: ToolName): void {
  if (matchMedia('(max-width: 899.95px)').matches)
    document.getElementById(makeHistoryId(tool))?.scrollIntoView();
}
