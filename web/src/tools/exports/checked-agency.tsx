import type { CheckedPicture, ExportCheck } from '@portal/contracts/exports';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SentPicture } from '../../pictures/send-to/sent-pictures.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import { StatusIcon } from '../../ui/status-word.tsx';
import { AgencyFacts } from './agency-facts.tsx';
import { groupProblems, type OfferedRemedy } from './group-problems.ts';
import { ProblemList } from './problem-list.tsx';

interface Props {
  check: ExportCheck;
  pictures: readonly SentPicture[];
  isBusy: boolean;
  onRemedy: (remedy: OfferedRemedy) => void;
}

/** What the chosen agency says about the pictures. */
export function CheckedAgency({ check: { agency, pictures: checked }, pictures, isBusy, onRemedy }: Props) {
  const ready = checked.filter(({ isReady }) => isReady);
  const madeByAi = checked.filter(({ isMadeByAi }) => isMadeByAi).length;
  const leftOut = groupProblems(checked, 'reasons').filter(({ kind }) => kind !== 'made-by-ai');
  const toCheck = groupProblems(ready, 'warnings');
  const uncertain = ready.filter(mayBeTooSmall).length;
  const findSent = ({ picture }: CheckedPicture) =>
    pictures.find(
      ({ from }) =>
        from.batchId === picture.batchId && from.index === picture.index && from.kind === picture.kind,
    );
  const shared = { isBusy, findSent, onRemedy };
  return (
    <>
      <Typography role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <StatusIcon
          tone={
            ready.length === 0
              ? 'bad'
              : ready.length === checked.length && uncertain === 0
                ? 'good'
                : 'warning'
          }
        />
        {uncertain > 0 && 'Up to '}
        {formatCount(ready.length)} of {countOf(checked.length, 'picture')}{' '}
        {ready.length === 1 || checked.length === 1 ? 'is' : 'are'} ready for {agency.name}
        {uncertain > 0 && `: ${countOf(uncertain, 'file')} may be too small`}.
      </Typography>
      {madeByAi > 0 && !agency.acceptsAi && (
        <Alert severity="error" variant="outlined">
          {agency.name} does not accept pictures that AI made or changed.{' '}
          {madeByAi === checked.length
            ? `${madeByAi === 1 ? 'This picture is' : 'All pictures are'} left out.`
            : `${countOf(madeByAi, 'picture')} ${madeByAi === 1 ? 'is' : 'are'} left out.`}
        </Alert>
      )}
      {madeByAi > 0 && agency.acceptsAi && agency.aiAdvice !== null && (
        <Box sx={{ color: 'text.secondary', mt: -3 }}>
          AI made or changed {countOf(madeByAi, 'picture')}. {agency.aiAdvice}
        </Box>
      )}
      <ProblemList title="Left out" groups={leftOut} {...shared} />
      <ProblemList title="Check before you submit" groups={toCheck} {...shared} />
      <AgencyFacts agency={agency} />
    </>
  );
}

const mayBeTooSmall = ({ warnings }: CheckedPicture): boolean =>
  warnings.some(({ kind }) => kind === 'file-may-be-too-small');
