import Box from '@mui/material/Box';
import { CopyAction } from './copy-action.tsx';

interface Props {
  /** Of the text, in the label of the copy action. */
  name: string;
  /** How long it is, and may be. */
  count: number;
  most: number;
  /** What goes to the clipboard. */
  text: string;
}

/** At the end of a label's line: how long the text is, and the way to the clipboard. */
export const FieldEnd = ({ name, count, most, text }: Props) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.75rem' }}>
    <Box component="span" sx={{ ...(count > most && { color: 'error.main' }) }}>
      {count} / {most}
    </Box>
    <CopyAction label={`Copy ${name}`} text={text} />
  </Box>
);
