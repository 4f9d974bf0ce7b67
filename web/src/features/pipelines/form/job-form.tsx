import type { Recipe } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { pricingQuery } from '../../../tools/generation/form-queries.ts';
import { checkPriceQuery } from '../../../tools/checks/check-price-query.ts';
import { priceQuery } from '../../../tools/keywords/price-query.ts';
import type { PromptListValue } from '../../../tools/prompt-lists/prompt-list-value.ts';
import { usePromptList } from '../../../tools/prompt-lists/use-prompt-list.ts';
import { presetsQuery } from '../../../tools/stylizer/presets-query.ts';
import { SHORT_SCREEN } from '../../../ui/theme/short-screen.ts';
import { useNow } from '../../../ui/use-now.ts';
import { RecipeBar } from '../recipes/recipe-bar.tsx';
import { describeHalfPrice } from './describe-half-price.ts';
import { estimateJob } from './estimate-job.ts';
import { focusSection } from './form-section.tsx';
import { fromRecipe } from './from-recipe.ts';
import { judgeSizes } from './judge-sizes.ts';
import { JobSummary } from './job-summary.tsx';
import type { LaneHandle } from './lane-card.tsx';
import { LanesSection } from './lanes-section.tsx';
import { markSent } from './prompts-draft.ts';
import { PromptsSection } from './prompts-section.tsx';
import { StagesSection } from './stages-section.tsx';
import { StartSection } from './start-section.tsx';
import {
  findProblems,
  hasLaterStage,
  NO_PROMPTS,
  toPipeline,
  toRecipe,
  type EnteredPrompts,
  type JobProblem,
} from './to-pipeline.ts';
import { useJobDraft } from './use-job-draft.ts';
import { useLike } from './use-like.ts';
import { useStartJob } from './use-start-job.ts';
import { StepsContext, useSteps } from './use-steps.ts';

const MINUTE_MS = 60_000;
/** At first: preparing the prompts takes a moment. */
const takeAsEntered = ({ text, files }: PromptListValue) => ({
  prompts: text.trim() === '' && files.length === 0 ? [] : [{ prompt: text }],
  total: 0,
  problems: [],
  isExpanding: false,
  loadError: null,
});

/** One page from the prompts to the price. */
export function JobForm() {
  const { draft, change, prompts, setPrompts } = useJobDraft();
  const entered = usePromptList(prompts);
  const like = useLike();
  const [wasTried, setWasTried] = useState(false);
  const listUnfilled = (shown: EnteredPrompts) =>
    findProblems(draft, shown, Date.now()).map(({ section }) => section);
  const { steps, isAllOpen, openAll, foldOthers, reveal } = useSteps(() =>
    listUnfilled(takeAsEntered(prompts)),
  );
  const handles = useRef(new Map<string, LaneHandle>());
  const userId = useUserId();
  const { start, isSending } = useStartJob(() => {
    markSent(userId, prompts);
    // The next job waits for days only if that is chosen again.
    change((before) => ({ ...before, isHalfPrice: false }));
  });
  const { estimate, sizes } = useEstimate(draft, entered.total);
  // A keystroke is shown before the whole job is checked again.
  const now = useNow(MINUTE_MS);
  const checkedDraft = useDeferredValue(draft);
  const checkedPrompts = useDeferredValue(entered);
  const problems = useMemo(
    () => findProblems(checkedDraft, { ...checkedPrompts, isExpanding: false }, now),
    [checkedDraft, checkedPrompts, now],
  );
  const { lanes, check, upscale, stylizer, keywords, isChosenByHand, agency } = draft;
  const stages = useMemo(
    () => ({ check, upscale, stylizer, keywords, isChosenByHand, agency }),
    [check, upscale, stylizer, keywords, isChosenByHand, agency],
  );

  const show = ({ section, lane }: JobProblem) => {
    reveal(section);
    const handle = lane && handles.current.get(lane.id);
    if (handle) handle.focusFirst(lane.errors);
    else focusSection(section);
  };
  const submit = () => {
    const found = findProblems(draft, entered, Date.now());
    setWasTried(true);
    const [first] = found;
    if (first) {
      for (const { lane } of found) if (lane) handles.current.get(lane.id)?.showErrors(lane.errors);
      return show(first);
    }
    const request = toPipeline(draft, entered.prompts);
    if (request) start(request);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    // Keys of its dialogs come here, too.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.preventDefault();
    submit();
  };
  const useRecipe = (recipe: Recipe) => change((before) => fromRecipe(recipe, before));

  return (
    <Box onKeyDown={onKeyDown} sx={COLUMNS}>
      <Box
        sx={FIELDS}
        onClick={({ target }) => target instanceof Element && foldOthers(target, listUnfilled(entered))}
        onKeyUp={({ key, target }) =>
          key === 'Tab' && target instanceof Element && foldOthers(target, listUnfilled(entered))
        }
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <RecipeBar getSettings={() => toRecipe(draft)} onUse={useRecipe} />
          {!isAllOpen && (
            <Button size="small" onClick={openAll} sx={{ ml: 'auto' }}>
              Open all steps
            </Button>
          )}
        </Box>
        <StepsContext value={steps}>
          <PromptsSection value={prompts} state={entered} onChange={setPrompts} theme={like} />
          <LanesSection lanes={lanes} handles={handles} onChange={change} />
          <StagesSection draft={stages} onChange={change} />
          <StartSection
            startAt={draft.startAt}
            name={draft.name}
            isHalfPrice={draft.isHalfPrice}
            {...describeHalfPrice(draft)}
            onChange={change}
          />
        </StepsContext>
      </Box>
      <Box sx={{ minWidth: 0, alignSelf: 'stretch' }}>
        <JobSummary
          estimate={estimate}
          sizes={sizes}
          prompts={entered.total}
          lanes={lanes.length}
          startAt={draft.startAt}
          isChosenByHand={isChosenByHand && hasLaterStage(draft)}
          problems={problems}
          isError={(problem) => wasTried || isUrgent(problem)}
          isSending={isSending}
          onShowProblem={show}
          onSubmit={submit}
        />
      </Box>
    </Box>
  );
}

/** Too many pictures, or a prompt that cannot be read: what was entered is wrong, not only incomplete. */
const isUrgent = ({ section, message }: JobProblem): boolean =>
  section === 'prompts' && message !== NO_PROMPTS;

function useEstimate(draft: Parameters<typeof estimateJob>[0], prompts: number) {
  const { data: pricing } = useQuery(pricingQuery);
  const { data: keywords } = useQuery(priceQuery);
  const { data: presets } = useQuery({ ...presetsQuery, enabled: draft.stylizer.isOn });
  const { data: check } = useQuery({ ...checkPriceQuery, enabled: draft.check.isOn });
  return useMemo(
    () => ({
      estimate: estimateJob(draft, prompts, { pricing, presets, check, keywords }),
      sizes: judgeSizes(draft, presets),
    }),
    [draft, prompts, pricing, presets, check, keywords],
  );
}

const COLUMNS = {
  display: 'grid',
  alignItems: 'start',
  gap: 6,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px', lg: 'minmax(0, 960px) 360px' },
  // Leaves room for the submit bar at the bottom of a phone's screen.
  pb: { xs: 24, sm: 0 },
  [SHORT_SCREEN]: { pb: 0 },
} as const;

const FIELDS = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, minWidth: 0 } as const;
