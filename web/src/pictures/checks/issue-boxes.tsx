import type { PictureChecks } from '@portal/contracts/checks';
import Box from '@mui/material/Box';
import { listChecks } from './list-checks.ts';

interface Props {
  checks: PictureChecks;
  /** The check that is pointed at. */
  pointed: string | undefined;
}

/** Where a model may have seen something, over the picture. What was dismissed is shown only while it is pointed at. */
export const IssueBoxes = ({ checks, pointed }: Props) => (
  // The panel names each place in words.
  <Box aria-hidden sx={{ position: 'relative', pointerEvents: 'none' }}>
    {listChecks(checks).map(
      ({ id, kind, label, box, isDismissed }) =>
        box &&
        (!isDismissed || id === pointed) && (
          <Box
            key={id}
            data-box={kind}
            data-pointed={id === pointed}
            sx={BOX}
            style={{
              left: `${box.left}%`,
              top: `${box.top}%`,
              width: `${box.width}%`,
              height: `${box.height}%`,
            }}
          >
            <Box component="span" sx={LABEL}>
              {label}
            </Box>
          </Box>
        ),
    )}
  </Box>
);

/** White beside black: one of the two is visible on any picture. */
const BOX = {
  position: 'absolute',
  minWidth: 8,
  minHeight: 8,
  border: '1px solid #fff',
  outline: '1px solid rgb(0 0 0 / 0.7)',
  borderRadius: '2px',
  '&[data-pointed=true]': { borderWidth: '3px', outlineWidth: '2px', zIndex: 1 },
  '&[data-pointed=false] > span': { visibility: 'hidden' },
} as const;

const LABEL = {
  position: 'absolute',
  left: 0,
  top: 0,
  px: 1,
  bgcolor: '#fff',
  color: '#161a1a',
  fontSize: '0.75rem',
  fontWeight: 500,
  whiteSpace: 'nowrap',
} as const;
