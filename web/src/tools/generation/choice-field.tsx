import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { applyChoice, findObstacle } from './apply-choice.ts';
import { isField, labelField, type FormValues } from './form-values.ts';
import { readRatio } from './from-batch.ts';
import { CHOICES, type ChoiceName } from './choices.ts';

/** A setting with a few values to choose from. */
export function ChoiceField({ name }: { name: ChoiceName }) {
  const id = useId();
  const { control, getValues, setValues, clearErrors } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name, control });
  const obstacles = useWatch({
    control,
    compute: (values: FormValues) => CHOICES[name].map(({ value }) => findObstacle(values, name, value)),
  });
  const onChoose = (value: string) => {
    const changes = applyChoice(getValues(), name, value);
    setValues(changes);
    clearErrors(Object.keys(changes).filter(isField));
  };
  const [option, ...others] = CHOICES[name];
  if (others.length === 0 && field.value === option.value)
    return (
      <FieldFrame id={id} label={labelField(name)} isRow>
        <Box sx={{ fontSize: '0.8125rem', textAlign: 'end' }} role="group" aria-labelledby={`${id}-label`}>
          {option.label}
        </Box>
      </FieldFrame>
    );
  return (
    <FieldFrame
      id={id}
      label={labelField(name)}
      isRow={fitsRow(name)}
      error={fieldState.error?.message}
      hint={obstacles.find((obstacle) => obstacle !== undefined)}
    >
      <Segments
        id={id}
        name={name}
        value={field.value}
        isInvalid={fieldState.invalid}
        focusRef={field.ref}
        onBlur={field.onBlur}
        onChoose={onChoose}
        segments={CHOICES[name].map(({ value, label }, index) => ({
          value,
          label,
          disabledReason: obstacles[index],
          icon: drawShape(name, value),
        }))}
      />
    </FieldFrame>
  );
}

/** Characters that fit beside the label. Each value's padding takes the space of three. */
const MAX_ROW_CHARACTERS = 24;
const fitsRow = (name: ChoiceName): boolean =>
  CHOICES[name].reduce((sum, { label }) => sum + label.length + 3, 0) <= MAX_ROW_CHARACTERS;

const SIDE = 12;
const CHECKERBOARD = 'repeating-conic-gradient(currentColor 0 25%, transparent 0 50%) 0 0 / 6px 6px';

/** An icon for an aspect ratio or a background. */
function drawShape(name: ChoiceName, value: string): ReactNode {
  if (name === 'gptBackground')
    return <Shape background={value === 'transparent' ? CHECKERBOARD : 'currentColor'} ratio={1} />;
  return name.endsWith('AspectRatio') && <Shape ratio={readRatio(value)} />;
}

const Shape = ({ ratio, background = 'none' }: { ratio: number; background?: string }) => (
  <Box
    aria-hidden
    component="span"
    sx={{ flexShrink: 0, border: '1.5px solid currentColor', borderRadius: '2px', opacity: 0.7 }}
    style={{ width: SIDE * Math.min(1, ratio), height: SIDE / Math.max(1, ratio), background }}
  />
);
