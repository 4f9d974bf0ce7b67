import type { Clients } from '../../clients.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import type { UpscaleSettings } from './upscale-tool.ts';

/** With the studio's engine. */
export async function chooseUpscaleSettings(
  { firestore }: Pick<Clients, 'firestore'>,
  options: Omit<UpscaleSettings, 'engine'>,
): Promise<UpscaleSettings> {
  const { upscaleEngine: engine } = await readToolSettings(firestore);
  return { ...options, engine };
}
