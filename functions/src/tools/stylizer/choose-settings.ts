import type { Clients } from '../../clients.ts';
import { AppError } from '../../platform/app-error.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { findPreset } from './presets.ts';
import type { StylizerSettings } from './stylizer-tool.ts';

/** A preset may have its own provider; otherwise the studio's setting applies. */
export async function chooseStylizerSettings(
  { firestore }: Pick<Clients, 'firestore'>,
  presetId: string,
): Promise<StylizerSettings> {
  const preset = findPreset(presetId);
  if (!preset) {
    const message = 'Unknown preset.';
    throw new AppError('bad-request', message, { details: [{ path: 'preset', message }] });
  }
  const { stylizerProvider } = await readToolSettings(firestore);
  return { preset: preset.id, provider: preset.provider ?? stylizerProvider };
}
