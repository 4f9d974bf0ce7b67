import { upscaleCalls, type UpscaleBatch } from '@portal/contracts/upscale';
import { openTool } from '../../../testing/open-tool.tsx';
import { UpscalePage } from '../upscale-page.tsx';

type Options = Omit<Parameters<typeof openTool<UpscaleBatch>>[1], 'listPath'>;

/** The whole page. */
export const openUpscale = (options: Options = {}) =>
  openTool<UpscaleBatch>(<UpscalePage />, { listPath: upscaleCalls.list.path, ...options });
