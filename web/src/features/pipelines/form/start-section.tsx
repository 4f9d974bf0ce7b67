import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { MAX_START_DAYS } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { memo, useId } from 'react';
import { HalfPriceField } from '../../../tools/generation/half-price-field.tsx';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { FormSection } from './form-section.tsx';
import type { JobDraft } from './job-draft.ts';
import { summarizeStart } from './summarize-steps.ts';
import { findTonight, nameTimeZone, toLocalTime } from './start-time.ts';

interface Props {
  startAt: string;
  name: string;
  isHalfPrice: boolean;
  /** Why nothing of the job can be made for half the price. */
  obstacle: string | undefined;
  /** What half price means for this job. */
  halfPriceHint: string | undefined;
  halfPriceStages: number;
  onChange: (change: (draft: JobDraft) => JobDraft) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const MOMENTS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
];

/** When the job starts, and its name. */
export const StartSection = memo(function StartSection(props: Props) {
  const { startAt, name, isHalfPrice, obstacle, halfPriceHint, halfPriceStages, onChange } = props;
  const id = useId();
  const now = useNow(MINUTE_MS);
  const tonight = findTonight(now);
  const setStart = (next: string) => onChange((draft) => ({ ...draft, startAt: next }));
  const isToday = tonight.getDate() === new Date(now).getDate();
  const zone = nameTimeZone(startAt === '' ? new Date(now) : new Date(startAt || now));
  return (
    <FormSection
      name="start"
      title="Start"
      summary={summarizeStart({ startAt, name, isHalfPrice: isHalfPrice && obstacle === undefined })}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <FieldFrame id={`${id}-when`} label="When" isRow>
          <Segments
            id={`${id}-when`}
            name="when"
            value={startAt === '' ? 'now' : 'later'}
            segments={MOMENTS}
            onChoose={(value) => setStart(value === 'now' ? '' : toLocalTime(tonight))}
          />
        </FieldFrame>
        {startAt !== '' && (
          <FieldFrame
            id={`${id}-at`}
            label="Date and time"
            htmlFor={`${id}-at-input`}
            isRow
            hint={`Time zone: ${zone}. Price and budget are checked again at the start.`}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <OutlinedInput
                type="datetime-local"
                size="small"
                value={startAt}
                onChange={({ target }) => setStart(target.value === '' ? toLocalTime(tonight) : target.value)}
                inputProps={{
                  id: `${id}-at-input`,
                  min: toLocalTime(new Date(now)),
                  max: toLocalTime(new Date(now + MAX_START_DAYS * DAY_MS)),
                  'aria-describedby': `${id}-at-message`,
                }}
                sx={{ flex: '1 1 190px', '& input': { py: '7px' } }}
              />
              <Button variant="outlined" size="small" onClick={() => setStart(toLocalTime(tonight))}>
                {isToday ? 'Tonight at 10:00 PM' : 'Tomorrow at 10:00 PM'}
              </Button>
            </Box>
          </FieldFrame>
        )}
        <HalfPriceField
          isChosen={isHalfPrice}
          obstacle={obstacle}
          hint={halfPriceHint}
          stages={halfPriceStages}
          startsAt={startAt === '' ? undefined : new Date(startAt).getTime()}
          onChoose={(chosen) => onChange((draft) => ({ ...draft, isHalfPrice: chosen }))}
        />
        <FieldFrame id={`${id}-name`} label="Name" htmlFor={`${id}-name-input`} isRow>
          <OutlinedInput
            size="small"
            fullWidth
            value={name}
            placeholder="First words of the first prompt"
            onChange={({ target }) => onChange((draft) => ({ ...draft, name: target.value }))}
            inputProps={{ id: `${id}-name-input`, maxLength: MAX_NAME_LENGTH }}
            sx={{ '& input': { py: '7px' } }}
          />
        </FieldFrame>
      </Box>
    </FormSection>
  );
});
