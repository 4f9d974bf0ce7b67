import type { PromptProblem } from '@portal/contracts/prompt-lists/prompt-row';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { CircleAlert } from 'lucide-react';
import { countOf } from '../../ui/count.ts';
import { describePlace } from './describe-problem.ts';

const MAX_SHOWN = 5;

interface Props {
  id: string;
  problems: readonly PromptProblem[];
  /** Puts the cursor at a place of the text. */
  onSelect: (place: { line: number; column: number }) => void;
}

/** What to change, each with a link to its place. */
export const ProblemList = ({ id, problems, onSelect }: Props) => (
  <div id={id} role="status">
    <Box component="ul" aria-label="Problems" hidden={problems.length === 0} sx={LIST}>
      {problems.slice(0, MAX_SHOWN).map(({ place, message }) => (
        <Box component="li" key={`${place?.file} ${place?.line} ${message}`} sx={PROBLEM}>
          <CircleAlert aria-hidden size={15} />
          <span>
            {place && place.file === undefined && (
              <Link component="button" type="button" onClick={() => onSelect(place)} sx={PLACE}>
                {describePlace(place)}
              </Link>
            )}
            {place?.file !== undefined && <strong>{describePlace(place)}</strong>}
            {place && ': '}
            {message}
          </span>
        </Box>
      ))}
      {problems.length > MAX_SHOWN && (
        <li>And {countOf(problems.length - MAX_SHOWN, 'more problem', 'more problems')}.</li>
      )}
    </Box>
  </div>
);

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  color: 'error.main',
  '&:not([hidden])': { display: 'grid', gap: 1 },
} as const;
const PROBLEM = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 1.5,
  overflowWrap: 'anywhere',
  '& > svg': { mt: '2px' },
  '& strong': { fontWeight: 500 },
} as const;
const PLACE = {
  font: 'inherit',
  fontWeight: 500,
  verticalAlign: 'baseline',
  color: 'inherit',
  textDecorationColor: 'currentcolor',
} as const;
