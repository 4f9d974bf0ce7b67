import { transformImages, type Preset } from '@portal/contracts/stylizer';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ToolCard, ToolCardBody } from '../../../shared/ui/tool-card.tsx';
import { showHistory } from '../../../shared/ui/tool-columns.tsx';
import { DropZone } from '../../../shared/uploads/drop-zone.tsx';
import { SelectedFiles } from '../../../shared/uploads/selected-files.tsx';
import { UploadProgress } from '../../../shared/uploads/upload-progress.tsx';
import { useUploads } from '../../../shared/uploads/use-uploads.ts';
import { readStartedBatch } from '../batches/stylizer.ts';
import { presetsQuery } from './presets-query.ts';
import { PresetField } from './preset-field.tsx';
import { SubmitBar } from './submit-bar.tsx';

const TITLE_ID = 'transform-images';
const NOTE_ID = 'style-note';
const { mostFiles, mostBytes } = UPLOAD_RULES.stylizer;
const HINTS = [
  'Supports JPEGs, PNGs, & WEBPs',
  `Upload up to ${mostFiles} images`,
  `Max file size is ${mostBytes / 1024 / 1024}MB per image`,
];
/** The style stays chosen for as long as the tab is open, as the chosen images do. */
const KEPT_PRESET = 'portal:stylizer-preset';

export function TransformCard() {
  const client = useQueryClient();
  const { uploads, files, isSending } = useUploads('stylizer');
  const [presetId, setPresetId] = useState(() => sessionStorage.getItem(KEPT_PRESET) ?? '');
  const { data: presets } = useQuery(presetsQuery);
  const preset = presets?.find(({ id }) => id === presetId);
  const choose = (id: string) => {
    sessionStorage.setItem(KEPT_PRESET, id);
    setPresetId(id);
  };
  const send = ({ id, price }: Preset) =>
    uploads.send({
      call: transformImages,
      options: { preset: id },
      price,
      onStarted: () => {
        readStartedBatch(client);
        showHistory('stylizer');
      },
    });
  return (
    <ToolCard titleId={TITLE_ID}>
      <ToolCardBody titleId={TITLE_ID} title="Transform Images">
        <DropZone uploads={uploads} title="Drop images here or click to select" hints={HINTS} />
        <SelectedFiles uploads={uploads} />
        <PresetField value={presetId} noteId={NOTE_ID} onChoose={choose} />
      </ToolCardBody>
      <SubmitBar
        preset={preset}
        noteId={NOTE_ID}
        count={files.length}
        isSending={isSending}
        progress={<UploadProgress uploads={uploads} />}
        onSubmit={() => preset && send(preset)}
      />
    </ToolCard>
  );
}
