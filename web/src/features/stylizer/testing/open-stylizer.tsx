import { listPresets, stylizerCalls, type Preset, type StylizerBatch } from '@portal/contracts/stylizer';
import { openTool } from '../../../testing/open-tool.tsx';
import { StylizerPage } from '../stylizer-page.tsx';

type Options = Omit<Parameters<typeof openTool<StylizerBatch>>[1], 'listPath'>;

const createPreset = (id: string, name: string): Preset => ({
  id,
  name,
  sampleImages: [`/presets/${id}-1.webp`],
  price: 0.04,
  provider: 'openai' as const,
});
const PRESETS = [
  createPreset('anime', 'Anime'),
  { ...createPreset('studioghibli', 'Studio Ghibli'), note: 'Agencies do not accept this style.' },
  createPreset('goth', 'Goth'),
];

/** The whole page. */
export const openStylizer = ({ answer, ...options }: Options = {}) =>
  openTool<StylizerBatch>(<StylizerPage />, {
    listPath: stylizerCalls.list.path,
    answer: (request) =>
      answer?.(request) ??
      (request.path === listPresets.path ? Response.json({ presets: PRESETS }) : undefined),
    ...options,
  });
