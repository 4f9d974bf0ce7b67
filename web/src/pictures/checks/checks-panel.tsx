import type { CheckKind, PictureChecks } from '@portal/contracts/checks';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { FactList } from '../../ui/fact-list.tsx';
import { StatusIcon, type Tone } from '../../ui/status-word.tsx';
import { listChecks, type Check } from './list-checks.ts';

interface Props {
  checks: PictureChecks;
  onDismiss: (kind: CheckKind, isDismissed: boolean) => void;
  /** The check that the pointer or the focus is on. */
  onPoint: (checkId: string | undefined) => void;
}

/** What was measured, what a model may have seen, and what a person said is no problem. */
export function ChecksPanel({ checks, onDismiss, onPoint }: Props) {
  const titleId = useId();
  const { measures, issues } = checks;
  const list = listChecks(checks);
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 2 }}>
      <Box component="h3" id={titleId} sx={{ m: 0, typography: 'h3' }}>
        Checks
      </Box>
      {list.length === 0 && <span>No problems found.</span>}
      {list.length > 0 && (
        <Box component="ul" sx={{ display: 'grid', gap: 3, m: 0, p: 0, listStyle: 'none' }}>
          {list.map((check) => (
            <CheckItem
              key={check.id}
              check={check}
              onDismiss={() => onDismiss(check.kind, !check.isDismissed)}
              onPoint={(isPointed) => onPoint(isPointed ? check.id : undefined)}
            />
          ))}
        </Box>
      )}
      {measures && <FactList facts={[['Sharpness', `${measures.sharpness} of 100`]]} />}
      {!issues && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          No model has looked for text, brands or malformed parts.
        </Box>
      )}
    </Box>
  );
}

interface ItemProps {
  check: Check;
  onDismiss: () => void;
  onPoint: (isPointed: boolean) => void;
}

function CheckItem({ check, onDismiss, onPoint }: ItemProps) {
  const { label, text, sentence, isDismissed } = check;
  const action = isDismissed ? 'Undo' : 'Not a problem';
  return (
    <Box
      component="li"
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, alignItems: 'start' }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', height: 20 }}>
        <StatusIcon tone={findTone(check)} />
      </Box>
      <Box sx={{ overflowWrap: 'anywhere', color: isDismissed ? 'text.secondary' : 'text.primary' }}>
        {text}
        {sentence !== undefined && <Box sx={{ color: 'text.secondary' }}>{sentence}</Box>}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
          {isDismissed && <span>Dismissed</span>}
          <Button
            size="small"
            variant="outlined"
            aria-label={`${action}: ${label}`}
            onClick={onDismiss}
            sx={{ minHeight: 28, py: 0 }}
          >
            {action}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

function findTone({ isSevere, isDismissed }: Check): Tone {
  if (isDismissed) return 'neutral';
  return isSevere ? 'bad' : 'warning';
}
