import {
  FileSettingsSchema,
  saveFiles,
  type FileSettings,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { call } from '../../client/api/client.ts';
import { SettingField } from './section/fields.tsx';
import { readText } from './section/field-values.ts';
import { SectionPanel } from './section/section-panel.tsx';
import { useSection } from './section/use-section.ts';

type SavedFiles = StudioSettings['files'];

interface FileValues {
  creator: string;
  copyright: string;
}

const useFileSettings = (saved: SavedFiles) =>
  useSection<SavedFiles, FileValues, FileSettings, FileSettings>({
    title: 'Exported files',
    saved,
    toValues: ({ settings }) => ({
      creator: settings?.creator ?? '',
      copyright: settings?.copyright ?? '',
    }),
    toInput: ({ creator, copyright }) => ({ creator: readText(creator), copyright: readText(copyright) }),
    schema: FileSettingsSchema,
    toSettings: (files) => (files.creator === undefined && files.copyright === undefined ? null : files),
    send: (body) => call(saveFiles, { body }),
    pick: ({ files }) => files,
  });

interface Props {
  saved: SavedFiles;
  hasProblems: boolean;
}

export function FilesSection({ saved, hasProblems }: Props) {
  const section = useFileSettings(saved);
  const { register, formState } = section.form;
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="Written into every file of “Export for agency”, in place of its own."
    >
      <SettingField
        label="Creator"
        field={register('creator')}
        error={formState.errors.creator?.message}
        placeholder="No creator is added"
      />
      <SettingField
        label="Copyright notice"
        field={register('copyright')}
        error={formState.errors.copyright?.message}
        placeholder="No copyright notice is added"
      />
    </SectionPanel>
  );
}
