import { useId, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ProviderSchema } from '@portal/contracts/generation-request';
import { useUserId } from '../../client/session/use-user-id.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ChoiceField } from './choice-field.tsx';
import { switchProvider } from './apply-choice.ts';
import { labelField, listFamilyFields, type FormValues } from './form-values.ts';
import { isChoice, PROVIDERS } from './choices.ts';
import { readSettings } from './remembered-settings.ts';
import { StabilityFields } from './stability-fields.tsx';

export function ProviderPicker() {
  const id = useId();
  const userId = useUserId();
  const { control, getValues, setValues, clearErrors } = useFormContext<FormValues>();
  const provider = useWatch({ control, name: 'provider' });
  return (
    <FieldFrame id={id} label={labelField('provider')}>
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
  const model = useWatch<FormValues, 'model'>({ name: 'model' });
  if (provider === 'stability') return <StabilityFields />;
  return (
    <>
      {provider === 'google' && usage}
      {provider === 'google' && <ChoiceField name="model" />}
      {listFamilyFields({ provider, model })
        .filter(isChoice)
        .map((name) => (
          <ChoiceField key={name} name={name} />
        ))}
    </>
  );
}
