import { formatDollars, formatPrice, roundDollars } from '@portal/contracts/dollars';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { SpendWarning, useSpendWarning } from '../../../tools/spend/spend-warning.tsx';
import { describeLately } from '../../../tools/generation/estimate.ts';
import { describeSum } from '../../../ui/describe-price.ts';
import { countOf, formatCount } from '../../../ui/count.ts';
import { StatusIcon } from '../../../ui/status-word.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { ToolCardTitle, ToolSubmitBar } from '../../../ui/tool-card.tsx';
import { KeyProblems, SandboxBadge } from '../../../tools/providers/provider-notice.tsx';
import { SHORT_SCREEN } from '../../../ui/theme/short-screen.ts';
import { GeminiLeft } from './gemini-left.tsx';
import type { JobEstimate } from './estimate-job.ts';
import type { SizeVerdict } from './judge-sizes.ts';
import type { JobProblem } from './to-pipeline.ts';

interface Props {
  estimate: JobEstimate;
  prompts: number;
  lanes: number;
  /** As in the draft; empty for now. */
  startAt: string;
  isChosenByHand: boolean;
  sizes: readonly SizeVerdict[];
  problems: readonly JobProblem[];
  /** Otherwise it is only missing so far. */
  isError: (problem: JobProblem) => boolean;
  isSending: boolean;
  onShowProblem: (problem: JobProblem) => void;
  onSubmit: () => void;
}

const MAX_PROBLEMS = 5;

/** What the job will make and cost, what is missing, and the button that starts it. */
export function JobSummary(props: Props) {
  const { estimate, prompts, lanes, startAt, isChosenByHand, problems, isError, isSending, onSubmit } = props;
  const isScheduled = startAt !== '';
  const titleId = useId();
  const warningId = useId();
  const { pictures, lines } = estimate;
  const warning = useSpendWarning(pictures > 0 ? estimate.expected : undefined);
  // There the rest of the summary is far below the button.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [problem] = isPhone ? problems : [];
  const refused = isPhone ? props.sizes.find(({ isEnough }) => !isEnough) : undefined;
  return (
    <Card component="section" aria-labelledby={titleId} sx={CARD}>
      <Box sx={BODY}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <ToolCardTitle
            titleId={titleId}
            title="Summary"
            badge={<SandboxBadge providers={estimate.providers} />}
          />
          <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {countOf(prompts, 'prompt')} × {countOf(lanes, 'model')} = {countOf(pictures, 'picture')}
          </Box>
        </Box>
        <Box component="table" sx={TABLE}>
          <caption style={VISUALLY_HIDDEN}>Estimated cost</caption>
          <tbody>
            {lines.map(({ key, label, pictures: count, each, lately }) => (
              <tr key={key}>
                <th scope="row">
                  {label}
                  <Box component="span" sx={NOTE}>
                    {describeEach(count, each)}
                    {each !== undefined && describeLately(each, lately)}
                  </Box>
                </th>
                <td>{describeCost(count, each)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{describeTotal(estimate)}</td>
            </tr>
            {estimate.saving > 0 && (
              <tr>
                <th scope="row">You save</th>
                <td>{formatDollars(estimate.saving)}</td>
              </tr>
            )}
          </tfoot>
        </Box>
        {isChosenByHand && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Later stages cost at most this much. Only pictures that you choose continue.
          </Box>
        )}
        <Sizes sizes={props.sizes.filter((size) => size !== refused)} />
        <GeminiLeft pictures={estimate.googlePictures} startAt={startAt} />
        <Problems problems={problems} isError={isError} onShow={props.onShowProblem} />
      </Box>
      <ToolSubmitBar>
        <SpendWarning id={warningId} warning={warning} />
        <KeyProblems providers={estimate.providers} />
        <Sizes sizes={refused ? [refused] : []} />
        <Box sx={{ display: { xs: 'grid', sm: 'none' }, fontSize: '0.8125rem', color: 'text.secondary' }}>
          <Box component="span" sx={{ fontSize: '1rem', fontWeight: 600, color: 'text.primary' }}>
            {describeTotal(estimate)}
          </Box>
          {problem ? (
            <Box component="span" aria-hidden sx={isError(problem) ? { color: 'error.main' } : {}}>
              {problem.message}
            </Box>
          ) : (
            countOf(pictures, 'picture')
          )}
        </Box>
        <Button
          variant="contained"
          // The limits are checked again when a scheduled job starts.
          disabled={isSending || (warning?.isBlocking === true && !isScheduled)}
          aria-describedby={warning && warningId}
          onClick={onSubmit}
          startIcon={isSending && <Spinner size={14} />}
          sx={{ minHeight: 40 }}
        >
          {isSending ? (
            isScheduled ? (
              'Scheduling…'
            ) : (
              'Starting…'
            )
          ) : (
            <>
              {isScheduled ? 'Schedule' : 'Make'} {pictures === 0 ? 'pictures' : countOf(pictures, 'picture')}
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, whiteSpace: 'pre' }}>
                {describeButtonPrice(estimate)}
              </Box>
            </>
          )}
        </Button>
      </ToolSubmitBar>
    </Card>
  );
}

/** Whether the agency takes the pictures, before anything is paid for. */
const Sizes = ({ sizes }: Pick<Props, 'sizes'>) => (
  <Box
    role="status"
    aria-label="Size for the agency"
    sx={{
      gridColumn: '1 / -1',
      display: 'grid',
      gap: 1,
      fontSize: '0.8125rem',
      '&:empty': { display: 'none' },
    }}
  >
    {sizes.map(({ isEnough, message }) => (
      <Box key={message} sx={{ display: 'flex', gap: 2, '& svg': { mt: '2px', flexShrink: 0 } }}>
        <StatusIcon tone={isEnough ? 'good' : 'warning'} />
        <span>{message}</span>
      </Box>
    ))}
  </Box>
);

interface ProblemsProps extends Pick<Props, 'problems' | 'isError'> {
  onShow: (problem: JobProblem) => void;
}

const Problems = ({ problems, isError, onShow }: ProblemsProps) => (
  <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
    {problems.length > 0 && (
      <Box
        component="ul"
        aria-label="Problems to fix"
        sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}
      >
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <Box
            component="li"
            key={`${problem.section} ${problem.message}`}
            sx={isError(problem) ? PROBLEM : MISSING}
          >
            {isError(problem) ? (
              <CircleAlert aria-hidden size={14} />
            ) : (
              <CircleDashed aria-hidden size={14} />
            )}
            <Button variant="text" color="inherit" onClick={() => onShow(problem)} sx={PROBLEM_LINK}>
              {problem.message}
            </Button>
          </Box>
        ))}
        {problems.length > MAX_PROBLEMS && (
          <Box component="li" sx={PROBLEM}>
            And {formatCount(problems.length - MAX_PROBLEMS)} more.
          </Box>
        )}
      </Box>
    )}
  </Box>
);

const UNKNOWN = 'Not known yet';

function describeCost(count: number, each: number | undefined): string {
  if (each === undefined) return UNKNOWN;
  return count === 0 && each > 0 ? '' : formatPrice(count * each);
}

function describeEach(count: number, each: number | undefined): string {
  if (each === undefined || each === 0) return countOf(count, 'picture');
  return count === 0 ? `${formatDollars(each)} per picture` : describeSum(formatCount(count), count, each);
}

function describeTotal({ total, isComplete, pictures, lines }: JobEstimate): string {
  if (pictures === 0 || (total === 0 && !isComplete)) return UNKNOWN;
  if (!isComplete) return `${formatDollars(total)} or more`;
  // As in describeSum.
  const shown = lines.reduce((sum, line) => sum + roundDollars(line.pictures * (line.each ?? 0)), 0);
  return roundDollars(shown) === roundDollars(total) ? formatPrice(total) : `About ${formatDollars(total)}`;
}

function describeButtonPrice({ total, isComplete, pictures }: JobEstimate): string {
  if (pictures === 0 || !isComplete) return '';
  return total === 0 ? ' for free' : ` for about ${formatDollars(total)}`;
}

const CARD = {
  position: { md: 'sticky' },
  top: 80,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: { md: 'calc(100dvh - 96px)' },
  [SHORT_SCREEN]: { position: 'static', maxHeight: 'none' },
} as const;

const BODY = { display: 'grid', gap: 4, p: 5, pb: 4, overflowY: { md: 'auto' } } as const;

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { py: 2, verticalAlign: 'top', borderTop: '1px solid', borderColor: 'divider' },
  '& th': { textAlign: 'start', fontWeight: 400, overflowWrap: 'anywhere' },
  '& td': { pl: 3, textAlign: 'end', whiteSpace: 'nowrap' },
  '& tfoot th, & tfoot td': { pb: 0, fontSize: '1.0625rem', fontWeight: 600 },
  '& tfoot tr + tr > *': {
    pt: 0.5,
    borderTop: 0,
    fontSize: '0.8125rem',
    fontWeight: 400,
    color: 'text.secondary',
  },
} as const;

const NOTE = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary' } as const;
const PROBLEM = {
  display: 'flex',
  gap: 2,
  color: 'error.main',
  fontSize: '0.8125rem',
  '& > svg': { flexShrink: 0, mt: '3px' },
} as const;
const MISSING = { ...PROBLEM, color: 'text.secondary' } as const;
const PROBLEM_LINK = {
  minHeight: 24,
  p: 0,
  justifyContent: 'start',
  textAlign: 'start',
  fontSize: 'inherit',
  fontWeight: 400,
  textDecoration: 'underline',
  textUnderlineOffset: '2px',
} as const;
