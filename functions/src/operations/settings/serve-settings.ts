import {
  getStudioSettings,
  saveAgencies,
  saveBudget,
  saveFiles,
  saveLimits,
  saveModels,
  savePricing,
  saveTools,
  type SettingsName,
} from '@portal/contracts/studio-settings';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { describeSettings } from './describe-settings.ts';
import { saveSettings } from './save-settings.ts';
import { logInfo } from '../../platform/logs/log.ts';

export function serveSettings(app: Hono, deps: Deps): void {
  const { firestore } = deps;
  const save =
    (name: SettingsName) =>
    async ({ body, caller }: { body: Parameters<typeof saveSettings>[2]; caller: Caller }) => {
      await saveSettings(firestore, name, body);
      logInfo(`settings/${name} was saved.`, { by: caller.uid });
      return describeSettings(firestore);
    };
  handleCall(app, deps, getStudioSettings, () => describeSettings(firestore));
  handleCall(app, deps, saveBudget, save('budget'));
  handleCall(app, deps, saveLimits, save('limits'));
  handleCall(app, deps, savePricing, save('pricing'));
  handleCall(app, deps, saveModels, save('models'));
  handleCall(app, deps, saveTools, save('tools'));
  handleCall(app, deps, saveFiles, save('files'));
  handleCall(app, deps, saveAgencies, save('agencies'));
}
