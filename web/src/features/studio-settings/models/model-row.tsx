import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import type { RegisteredModel } from '@portal/contracts/studio-settings';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { SettingField } from '../section/fields.tsx';
import { nameModel } from './model-titles.ts';
import { writeField } from '../section/field-values.ts';
import { clearModel, TOKEN_KINDS, type ModelValues, type useModels } from './model-form.ts';

const TOKEN_TITLES: Record<(typeof TOKEN_KINDS)[number], string> = {
  textInput: 'Text input',
  imageInput: 'Image input',
  cachedInput: 'Cached input',
  output: 'Output',
  thinking: 'Thinking',
};

interface Props {
  index: number;
  form: ReturnType<typeof useModels>['form'];
  defaults: RegisteredModel;
}

/** One model: a summary line with collapsed fields. */
export function ModelRow({ index, form, defaults }: Props) {
  const { control, register, setValue, formState } = form;
  const values = useWatch({ control, name: `models.${index}` });
  const errors = formState.errors.models?.[index];
  const { name } = values;
  const isSet = countSet(values) > 0;
  return (
    <Box
      component="li"
      sx={{ borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Disclosure
        summary={
          <>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {nameModel(name)}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {PROVIDER_TITLES[defaults.provider]}
            </Box>
            {isSet && <Badge>Changed</Badge>}
            <Box component="span" sx={UPSTREAM}>
              {values.upstreamModel.trim() || defaults.upstreamModel}
            </Box>
          </>
        }
      >
        <Box
          role="group"
          aria-label={`${nameModel(name)}, ${PROVIDER_TITLES[defaults.provider]}`}
          sx={FIELDS}
        >
          <Box sx={GRID}>
            <SettingField
              label="Model ID at the provider"
              field={register(`models.${index}.upstreamModel`)}
              error={errors?.upstreamModel?.message}
              placeholder={defaults.upstreamModel}
            />
            <SettingField
              label="Retires on"
              type="date"
              field={register(`models.${index}.retiresOn`)}
              error={errors?.retiresOn?.message}
            />
            <SettingField
              label="Price per image"
              field={register(`models.${index}.price`)}
              error={errors?.price?.message}
              placeholder={writeField(defaults.price)}
              isPrice
            />
          </Box>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Token prices in dollars per million tokens, used when the provider reports usage.
          </Box>
          <Box sx={{ ...GRID, gridTemplateColumns: fitColumns(132) }}>
            {TOKEN_KINDS.map((kind) => (
              <SettingField
                key={kind}
                label={TOKEN_TITLES[kind]}
                field={register(`models.${index}.tokenPrices.${kind}`)}
                error={errors?.tokenPrices?.[kind]?.message}
                placeholder={writeField(defaults.tokenPrices?.[kind])}
                isPrice
              />
            ))}
          </Box>
          <Box>
            <Button
              variant="outlined"
              size="small"
              disabled={!isSet}
              onClick={() => setValue(`models.${index}`, clearModel(name), { shouldDirty: true })}
            >
              Reset to default
            </Button>
          </Box>
        </Box>
      </Disclosure>
    </Box>
  );
}

const countSet = ({ name: _name, tokenPrices, ...fields }: ModelValues): number =>
  [...Object.values(fields), ...Object.values(tokenPrices)].filter((text) => text.trim() !== '').length;

/** On its own line on a phone. */
const UPSTREAM = {
  flexBasis: { xs: '100%', sm: 'auto' },
  pl: { xs: 6, sm: 0 },
  ml: { sm: 'auto' },
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const;

const FIELDS = { display: 'grid', gap: 4, pt: 2, pb: 5, pl: { sm: 6 } } as const;

const fitColumns = (width: number) => `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))`;

const GRID = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: fitColumns(180),
} as const;
