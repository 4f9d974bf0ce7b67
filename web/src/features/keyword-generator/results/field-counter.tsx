import Box from '@mui/material/Box';
import { CopyAction } from '../../../ui/copy-action.tsx';

interface Props {
  /** The field's name in the copy label. */
  name: string;
  count: number;
  maxCount: number;
  /** The text to copy. */
  text: string;
}

/** A field's length and limit, with a copy button. */
export const FieldCounter = ({ name, count, maxCount, text }: Props) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.75rem' }}>
    <Box component="span" sx={{ ...(count > maxCount && { color: 'error.main' }) }}>
      {count} / {maxCount}
    </Box>
    <CopyAction label={`Copy ${name}`} text={text} />
  </Box>
);
