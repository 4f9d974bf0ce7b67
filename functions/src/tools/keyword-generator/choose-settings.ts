import type { KeywordOptions } from '@portal/contracts/keyword-generator';
import type { Clients } from '../../clients.ts';
import { AppError } from '../../platform/app-error.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import type { KeywordSettings } from './keyword-settings.ts';

/** With the studio's provider. */
export async function chooseKeywordSettings(
  { firestore }: Pick<Clients, 'firestore'>,
  options: Omit<KeywordOptions, 'batchName'>,
): Promise<KeywordSettings> {
  checkOptions(options);
  const { keywordProvider: provider } = await readToolSettings(firestore);
  return { ...options, provider };
}

function checkOptions({
  mustAppear,
  keywordCount,
}: Pick<KeywordOptions, 'mustAppear' | 'keywordCount'>): void {
  if (mustAppear.length <= keywordCount) return;
  const message = `${mustAppear.length} required words do not fit into ${keywordCount} keywords.`;
  throw new AppError('bad-request', message, { details: [{ path: 'mustAppear', message }] });
}
