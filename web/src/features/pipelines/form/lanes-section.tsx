import { MAX_LANES } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { memo, useCallback, type RefObject } from 'react';
import { ProviderSchema } from '@portal/contracts/generation-request';
import { switchProvider } from '../../../tools/generation/apply-choice.ts';
import { EMPTY_VALUES, type FormValues } from '../../../tools/generation/form-values.ts';
import { readSettings } from '../../../tools/generation/remembered-settings.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { FormSection } from './form-section.tsx';
import { makeLane, type JobDraft, type LaneDraft } from './job-draft.ts';
import { summarizeModels } from './summarize-steps.ts';
import { LaneCard, type LaneHandle } from './lane-card.tsx';

interface Props {
  lanes: readonly LaneDraft[];
  handles: RefObject<Map<string, LaneHandle>>;
  onChange: (change: (draft: JobDraft) => JobDraft) => void;
}

/** Every model makes all prompts, so that their pictures can be compared side by side. */
export const LanesSection = memo(function LanesSection({ lanes, handles, onChange }: Props) {
  const userId = useUserId();
  const changeLanes = useCallback(
    (change: (lanes: readonly LaneDraft[]) => LaneDraft[]) =>
      onChange((draft) => ({ ...draft, lanes: change(draft.lanes) })),
    [onChange],
  );
  const changeValues = useCallback(
    (id: string, values: FormValues) =>
      changeLanes((all) => all.map((lane) => (lane.id === id ? { id, values } : lane))),
    [changeLanes],
  );
  const duplicate = useCallback(
    (id: string) =>
      changeLanes((all) =>
        all.flatMap((lane) => (lane.id === id ? [lane, makeLane({ ...lane.values })] : [lane])),
      ),
    [changeLanes],
  );
  const remove = useCallback(
    (id: string) => changeLanes((all) => all.filter((lane) => lane.id !== id)),
    [changeLanes],
  );
  const isFull = lanes.length >= MAX_LANES;
  return (
    <FormSection
      name="models"
      title="Models"
      summary={summarizeModels(lanes)}
      end={
        <Button
          variant="outlined"
          size="small"
          disabled={isFull}
          startIcon={<Plus aria-hidden size={16} />}
          onClick={() => changeLanes((all) => [...all, makeNextLane(all, userId)])}
        >
          Add model
        </Button>
      }
    >
      <Box component="p" sx={{ m: 0, mt: -3, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {isFull
          ? `A job can have at most ${MAX_LANES} models.`
          : 'Add models to compare them side by side. Each one makes every prompt.'}
      </Box>
      <Box sx={LANES}>
        {lanes.map((lane, index) => (
          <LaneCard
            key={lane.id}
            lane={lane}
            position={lanes.length === 1 ? undefined : index}
            canDuplicate={!isFull}
            handles={handles}
            onChange={changeValues}
            onDuplicate={duplicate}
            onRemove={remove}
          />
        ))}
      </Box>
    </FormSection>
  );
});

/** Of a provider that the job does not have yet, as it was used last. */
function makeNextLane(lanes: readonly LaneDraft[], userId: string): LaneDraft {
  const used = new Set(lanes.map(({ values }) => values.provider));
  const provider = ProviderSchema.options.find((each) => !used.has(each)) ?? 'openai';
  return makeLane(switchProvider(EMPTY_VALUES, provider, readSettings(localStorage, userId, provider)));
}

const LANES = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))',
} as const;
