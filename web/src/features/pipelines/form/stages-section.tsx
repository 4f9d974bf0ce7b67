import { formatDollars } from '@portal/contracts/dollars';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { checkPriceQuery } from '../../../tools/checks/check-price-query.ts';
import { describeOptions } from '../../../tools/keywords/describe-options.ts';
import { OptionFields as KeywordFields } from '../../../tools/keywords/option-fields.tsx';
import { MoreOptions } from '../../../ui/more-options/more-options.tsx';
import { priceQuery } from '../../../tools/keywords/price-query.ts';
import { PresetField } from '../../../tools/stylizer/preset-field.tsx';
import { presetsQuery } from '../../../tools/stylizer/presets-query.ts';
import { OptionFields } from '../../../tools/upscale/option-fields.tsx';
import { AgencyField } from './agency-field.tsx';
import { FormSection } from './form-section.tsx';
import type { JobDraft } from './job-draft.ts';
import { summarizeStages } from './summarize-steps.ts';
import { SwitchRow } from './switch-row.tsx';
import { hasLaterStage } from './to-pipeline.ts';

interface Props {
  draft: Pick<JobDraft, 'check' | 'upscale' | 'stylizer' | 'keywords' | 'isChosenByHand' | 'agency'>;
  onChange: (change: (draft: JobDraft) => JobDraft) => void;
}

/** What happens to each picture as soon as it is made, in this order. */
export const StagesSection = memo(function StagesSection({ draft, onChange }: Props) {
  const { check, upscale, stylizer, keywords, isChosenByHand, agency } = draft;
  const noteId = useId();
  const { data: priced } = useQuery(priceQuery);
  const { data: checkPrice } = useQuery(checkPriceQuery);
  const { data: presets } = useQuery({ ...presetsQuery, enabled: stylizer.isOn });
  const preset = presets?.find(({ id }) => id === stylizer.preset);
  const change = (changes: Partial<JobDraft>) => onChange((before) => ({ ...before, ...changes }));
  const hasStage = hasLaterStage(draft);
  return (
    <FormSection name="stages" title="Then" summary={summarizeStages(draft)}>
      <Box component="ol" sx={STAGES}>
        <li>
          <SwitchRow
            label="Check"
            hint={`${hasStage ? CHECK_HOLDS : CHECK_MARKS}${describeEach(checkPrice?.price)}`}
            isOn={check.isOn}
            onChange={(isOn) => change({ check: { isOn } })}
          />
        </li>
        <li>
          <SwitchRow
            label="Upscale"
            hint="Larger pictures, as agencies require. Free"
            isOn={upscale.isOn}
            onChange={(isOn) => change({ upscale: { ...upscale, isOn } })}
          >
            <OptionFields
              scale={upscale.scale}
              enhance={upscale.enhance}
              isDisabled={false}
              onScale={(scale) => change({ upscale: { ...upscale, scale } })}
              onEnhance={(enhance) => change({ upscale: { ...upscale, enhance } })}
            />
          </SwitchRow>
        </li>
        <li>
          <SwitchRow
            label="Stylize"
            hint="The same style for all pictures"
            isOn={stylizer.isOn}
            onChange={(isOn) => change({ stylizer: { ...stylizer, isOn } })}
          >
            <PresetField
              value={stylizer.preset}
              noteId={noteId}
              onChoose={(id) => change({ stylizer: { ...stylizer, preset: id } })}
            />
            <Box id={noteId} sx={{ fontSize: '0.8125rem', '&:empty': { display: 'none' } }}>
              {preset?.note}
            </Box>
          </SwitchRow>
        </li>
        <li>
          <SwitchRow
            label="Keywords"
            hint={`Title, description and keywords${describeEach(priced?.price)}`}
            isOn={keywords.isOn}
            onChange={(isOn) => change({ keywords: { ...keywords, isOn } })}
          >
            <MoreOptions form="job-keywords" summary={[describeOptions(keywords.options)]}>
              <KeywordFields
                options={keywords.options}
                isDisabled={false}
                onChange={(changes) =>
                  change({ keywords: { ...keywords, options: { ...keywords.options, ...changes } } })
                }
              />
            </MoreOptions>
          </SwitchRow>
        </li>
        <li>
          <SwitchRow
            label="Choose which pictures continue"
            hint={
              hasStage
                ? 'The job pauses once all pictures are made. Only those that you choose continue.'
                : 'Turn on at least one stage above first.'
            }
            isOn={isChosenByHand && hasStage}
            isDisabled={!hasStage}
            onChange={(isOn) => change({ isChosenByHand: isOn })}
          />
        </li>
        <li>
          <Box>
            <AgencyField
              value={agency}
              hasKeywords={keywords.isOn}
              onChange={(next) => change({ agency: next })}
            />
          </Box>
        </li>
      </Box>
    </FormSection>
  );
});

const CHECK_MARKS = 'A model marks what agencies may refuse';
const CHECK_HOLDS = `${CHECK_MARKS}; pictures with a severe issue wait for your choice`;

const describeEach = (price: number | undefined): string =>
  price === undefined ? '' : `, about ${formatDollars(price)} per picture`;

const STAGES = {
  display: 'grid',
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { py: 4, borderTop: '1px solid', borderColor: 'divider' },
  '& > li:first-of-type': { pt: 0, borderTop: 0 },
  '& > li:last-of-type': { pb: 0 },
} as const;
