import {
  saveTools,
  ToolSettingsSchema,
  type StudioSettings,
  type ToolSettings,
} from '@portal/contracts/studio-settings';
import { useId } from 'react';
import { useController, type UseControllerProps } from 'react-hook-form';
import { call } from '../../shared/api/client.ts';
import { FieldFrame } from '../../shared/ui/field-frame.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { readText, writeField } from './section/field-values.ts';
import { SectionPanel } from './section/section-panel.tsx';
import { useSection } from './section/use-section.ts';
import { PROVIDER_TITLES } from '../../shared/provider-titles.ts';

type SavedTools = StudioSettings['tools'];
type ToolField = keyof ToolSettings;
type ToolValues = Record<ToolField, string>;

const PICTURE_PROVIDERS = { openai: PROVIDER_TITLES.openai, google: PROVIDER_TITLES.google };
const FIELDS: Record<ToolField, { label: string; choices: Record<string, string> }> = {
  upscaleEngine: { label: 'Upscaling', choices: { 'on-device': 'On device', cloudinary: 'Cloudinary' } },
  stylizerProvider: { label: 'Stylizer', choices: PICTURE_PROVIDERS },
  keywordProvider: { label: 'Keywords', choices: PICTURE_PROVIDERS },
};
const NAMES = ['upscaleEngine', 'stylizerProvider', 'keywordProvider'] as const;

const mapFields = <Value,>(map: (name: ToolField) => Value): Record<ToolField, Value> => ({
  upscaleEngine: map('upscaleEngine'),
  stylizerProvider: map('stylizerProvider'),
  keywordProvider: map('keywordProvider'),
});

export const useTools = (saved: SavedTools) =>
  useSection<SavedTools, ToolValues, ToolSettings, ToolSettings>({
    title: 'Tools',
    saved,
    toValues: ({ settings }) => mapFields((name) => writeField(settings?.[name])),
    toInput: (values) => mapFields((name) => readText(values[name])),
    schema: ToolSettingsSchema,
    toSettings: (tools) => (NAMES.some((name) => tools[name] !== undefined) ? tools : null),
    send: (body) => call(saveTools, { body }),
    pick: ({ tools }) => tools,
  });

interface Props {
  section: ReturnType<typeof useTools>;
  hasProblems: boolean;
  saved: SavedTools;
}

export const ToolsSection = ({ section, saved, hasProblems }: Props) => (
  <SectionPanel
    section={section}
    hasProblems={hasProblems}
    subtitle="For new batches. A batch that has started keeps its own."
  >
    {NAMES.map((name) => (
      <ToolChoice key={name} name={name} control={section.form.control} defaultChoice={saved.default[name]} />
    ))}
  </SectionPanel>
);

interface ChoiceProps {
  name: ToolField;
  control: NonNullable<UseControllerProps<ToolValues, ToolField, ToolSettings>['control']>;
  defaultChoice: string;
}

function ToolChoice({ name, control, defaultChoice }: ChoiceProps) {
  const id = useId();
  const { field } = useController({ control, name });
  const { label, choices } = FIELDS[name];
  return (
    <FieldFrame id={id} label={label} hint={`Default: ${choices[defaultChoice] ?? defaultChoice}.`}>
      <Segments
        id={id}
        name={name}
        value={field.value}
        segments={[
          { value: '', label: 'Default' },
          ...Object.entries(choices).map(([value, title]) => ({ value, label: title })),
        ]}
        onChoose={field.onChange}
        onBlur={field.onBlur}
        focusRef={field.ref}
      />
    </FieldFrame>
  );
}
