import { useId, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { useUserId } from '../session/use-user-id.ts';
import { FieldFrame } from '../ui/field-frame.tsx';
import { Segments } from '../ui/segments.tsx';
import { ChoiceField } from './choice-field.tsx';
import { switchProvider } from './apply-choice.ts';
import type { FormValues } from './form-values.ts';
import { LABELS, PROVIDERS } from './choices.ts';
import { readSettings } from './remembered-settings.ts';
import { StabilityFields } from './stability-fields.tsx';

export function ProviderPicker() {
  const id = useId();
  const userId = useUserId();
  const { control, getValues, setValues, clearErrors } = useFormContext<FormValues>();
  const provider = useWatch({ control, name: 'provider' });
  return (
    <FieldFrame id={id} label={LABELS.provider}>
      <Segments
        id={id}
        name="provider"
        segments={PROVIDERS}
        value={provider}
        isCards
        onChoose={(next) => {
          const chosen = ProviderSchema.parse(next);
          setValues(switchProvider(getValues(), chosen, readSettings(localStorage, userId, chosen)));
          clearErrors();
        }}
      />
    </FieldFrame>
  );
}

interface FieldsProps {
  /** Shown above the settings of the google family, whose images are limited by day. */
  usage?: ReactNode;
}

/** The chosen provider's settings. */
export function ProviderFields({ usage }: FieldsProps) {
  const provider = useWatch<FormValues, 'provider'>({ name: 'provider' });
  return provider === 'google' ? <GoogleFields usage={usage} /> : FIELDS[provider];
}

function GoogleFields({ usage }: FieldsProps) {
  const model = useWatch<FormValues, 'model'>({ name: 'model' });
  return (
    <>
      {usage}
      <ChoiceField name="model" />
      {model === 'imagen3' && (
        <>
          <ChoiceField name="imagenPersonGeneration" />
          <ChoiceField name="imagenAspectRatio" />
          <ChoiceField name="imagenOutputFormat" />
        </>
      )}
      {model === 'imagen4' && (
        <>
          <ChoiceField name="imagen4Version" />
          <ChoiceField name="imagen4PersonGeneration" />
          <ChoiceField name="imagen4AspectRatio" />
          <ChoiceField name="imagen4OutputFormat" />
        </>
      )}
    </>
  );
}

const FIELDS: Record<Exclude<Provider, 'google'>, ReactNode> = {
  openai: (
    <>
      <ChoiceField name="gptQuality" />
      <ChoiceField name="gptBackground" />
      <ChoiceField name="gptAspectRatio" />
      <ChoiceField name="gptOutputFormat" />
    </>
  ),
  stability: <StabilityFields />,
  xai: (
    <>
      <ChoiceField name="grokAspectRatio" />
      <ChoiceField name="grokOutputFormat" />
    </>
  ),
};
