import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';

interface Props {
  name: string;
  sx?: SxProps;
}

/** Of a name that is long. Names of a batch differ there. */
const END_LENGTH = 12;

/** The name of a file on one line. If there is too little room, its middle is cut, so that its number and type stay visible. */
export const FileName = ({ name, sx }: Props) => (
  <Box component="p" title={name} sx={[LINE, ...(sx ? [sx].flat() : [])]}>
    <Box component="span" sx={START}>
      {name.slice(0, -END_LENGTH)}
    </Box>
    <Box component="span" sx={END}>
      {name.slice(-END_LENGTH)}
    </Box>
  </Box>
);

const LINE = { display: 'flex', minWidth: 0, m: 0, whiteSpace: 'pre' } as const;
const START = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const;
/** Shrinks last, where there is hardly any room. */
const END = { flexShrink: 0, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
