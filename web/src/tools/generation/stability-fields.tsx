import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Slider from '@mui/material/Slider';
import { Dices } from 'lucide-react';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { ChoiceField } from './choice-field.tsx';
import { labelField, type FormValues } from './form-values.ts';
import { parseSeed, pickRandomSeed } from './numbers.ts';
import { STYLE_PRESETS } from './choices.ts';
import { humanize } from './labels.ts';
import { PromptField } from './prompt-field.tsx';

export const StabilityFields = () => (
  <>
    <ChoiceField name="stabilityVersion" />
    <StylePresetField />
    <PromptField name="stabilityNegativePrompt" placeholder="What the images should not show" minRows={2} />
    <ChoiceField name="stabilityAspectRatio" />
    <ChoiceField name="stabilityOutputFormat" />
    <CfgScaleField />
    <SeedField />
  </>
);

function StylePresetField() {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name: 'stabilityStylePreset', control });
  const isOffered = field.value === '' || STYLE_PRESETS.some((preset) => preset === field.value);
  const presets = isOffered ? STYLE_PRESETS : [...STYLE_PRESETS, field.value];
  return (
    <FieldFrame id={id} label={labelField('stabilityStylePreset')} isRow error={fieldState.error?.message}>
      <Select
        displayEmpty
        fullWidth
        labelId={`${id}-label`}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        SelectDisplayProps={{ 'aria-describedby': `${id}-message` }}
        renderValue={(preset) =>
          preset === '' ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              Choose a style
            </Box>
          ) : (
            humanize(preset)
          )
        }
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 360 } } } }}
      >
        {presets.map((preset) => (
          <MenuItem key={preset} value={preset}>
            {humanize(preset)}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  );
}

function CfgScaleField() {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name: 'stabilityCfgScale', control });
  return (
    <FieldFrame
      id={id}
      label={labelField('stabilityCfgScale')}
      isRow
      end={field.value.toLocaleString('en', { minimumFractionDigits: 1 })}
      error={fieldState.error?.message}
      hint="Higher values follow the prompt more closely."
    >
      <Box sx={{ display: 'flex', px: 2 }}>
        <Slider
          size="small"
          min={1}
          max={10}
          step={0.5}
          value={field.value}
          onChange={(_event, value) => field.onChange(value)}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-message`}
        />
      </Box>
    </FieldFrame>
  );
}

function SeedField() {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name: 'seed', control });
  return (
    <FieldFrame
      id={id}
      label={labelField('seed')}
      isRow
      htmlFor={`${id}-input`}
      error={fieldState.error?.message}
    >
      <Box sx={{ display: 'flex', gap: 2 }}>
        <OutlinedInput
          size="small"
          fullWidth
          placeholder="Random"
          value={field.value}
          onChange={({ target }) => field.onChange(parseSeed(target.value, field.value))}
          onBlur={field.onBlur}
          inputRef={field.ref}
          slotProps={{
            input: { id: `${id}-input`, inputMode: 'numeric', 'aria-describedby': `${id}-message` },
          }}
          sx={{ '& input': { px: 2.5, py: '7px' } }}
        />
        <Button
          variant="outlined"
          startIcon={<Dices aria-hidden size={14} />}
          onClick={() => field.onChange(pickRandomSeed())}
          sx={{ flexShrink: 0, px: 2.5, fontSize: '0.8125rem' }}
        >
          Random Seed
        </Button>
      </Box>
    </FieldFrame>
  );
}
