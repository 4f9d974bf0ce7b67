import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import {
  saveTools,
  ToolSettingsSchema,
  type PictureProvider,
  type StudioSettings,
  type ToolSettings,
} from '@portal/contracts/studio-settings';
import type { UpscaleEngine } from '@portal/contracts/upscale';
import { useId } from 'react';
import { useController, type UseControllerProps } from 'react-hook-form';
import { call } from '../../client/api/client.ts';
import { useTools } from '../../pictures/registered-tools/tools.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { readText, writeField } from './section/field-values.ts';
import { SectionPanel } from './section/section-panel.tsx';
import { useSection } from './section/use-section.ts';

type SavedTools = StudioSettings['tools'];
type ToolField = keyof ToolSettings;
/** By field. */
type ToolValues = Record<string, string>;

type Choice = UpscaleEngine | PictureProvider | 'on' | 'off';

const FIELDS = ToolSettingsSchema.keyof().options;
const CHOICE_TITLES: Record<Choice, string> = {
  'on-device': 'On device',
  cloudinary: 'Cloudinary',
  openai: PROVIDER_TITLES.openai,
  google: PROVIDER_TITLES.google,
  on: 'On',
  off: 'Off',
};

const mapFields = <Value,>(map: (field: ToolField) => Value): Record<string, Value> =>
  Object.fromEntries(FIELDS.map((field) => [field, map(field)]));

const useToolSettings = (saved: SavedTools) =>
  useSection<SavedTools, ToolValues, ToolSettings, ToolSettings>({
    title: 'Tools',
    saved,
    toValues: ({ settings }) => mapFields((field) => writeField(settings?.[field])),
    toInput: (values) => mapFields((field) => readText(values[field] ?? '')),
    schema: ToolSettingsSchema,
    toSettings: (tools) => (FIELDS.some((field) => tools[field] !== undefined) ? tools : null),
    send: (body) => call(saveTools, { body }),
    pick: ({ tools }) => tools,
  });

interface Props {
  saved: SavedTools;
  hasProblems: boolean;
}

export function ToolsSection({ saved, hasProblems }: Props) {
  const section = useToolSettings(saved);
  const tools = useTools();
  // Without an account there is nothing to turn on.
  const hasAccounts = saved.default.deliveries === 'on';
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="For new batches. Running batches keep their settings."
    >
      {FIELDS.filter((field) => field !== 'deliveries' || hasAccounts).map((field) => (
        <ToolChoice
          key={field}
          field={field}
          label={
            field === 'deliveries'
              ? 'Deliveries'
              : (tools.find(({ setting }) => setting === field)?.title ?? field)
          }
          control={section.form.control}
          defaultChoice={saved.default[field]}
        />
      ))}
    </SectionPanel>
  );
}

interface ChoiceProps {
  field: ToolField;
  label: string;
  control: NonNullable<UseControllerProps<ToolValues, string, ToolSettings>['control']>;
  defaultChoice: Choice;
}

function ToolChoice({ field: name, label, control, defaultChoice }: ChoiceProps) {
  const id = useId();
  const { field } = useController({ control, name });
  const choices = ToolSettingsSchema.shape[name].unwrap().options;
  return (
    <FieldFrame id={id} label={label} hint={`Default: ${CHOICE_TITLES[defaultChoice]}.`}>
      <Segments
        id={id}
        name={name}
        value={field.value ?? ''}
        segments={[
          { value: '', label: 'Default' },
          ...choices.map((choice) => ({ value: choice, label: CHOICE_TITLES[choice] })),
        ]}
        onChoose={field.onChange}
        onBlur={field.onBlur}
        focusRef={field.ref}
      />
    </FieldFrame>
  );
}
