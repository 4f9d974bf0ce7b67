/** The tools of a job, in the order in which they work. */
import type { StageSettings } from '@portal/contracts/pipelines';
import type { Tool } from '../../batches/tool.ts';
import type { Deps } from '../../batches/deps.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { checkTool } from '../../tools/check/check-tool.ts';
import { imageGeneratorTool } from '../../tools/image-generator/image-generator-tool.ts';
import { chooseKeywordSettings } from '../../tools/keyword-generator/choose-settings.ts';
import { keywordGeneratorTool } from '../../tools/keyword-generator/keyword-generator-tool.ts';
import { chooseStylizerSettings } from '../../tools/stylizer/choose-settings.ts';
import { stylizerTool } from '../../tools/stylizer/stylizer-tool.ts';
import { chooseUpscaleSettings } from '../../tools/upscale/choose-settings.ts';
import { upscaleTool } from '../../tools/upscale/upscale-tool.ts';

/** One tool's part of the work. */
export interface Stage {
  tool: Tool;
  settings: object;
}

export const FIRST_TOOL: Tool = imageGeneratorTool;

/** Those after the first one, with the studio's providers. */
export async function chooseStages(deps: Deps, stages: StageSettings): Promise<Stage[]> {
  const { check, upscale, stylizer, keywords } = stages;
  const chosen: Stage[] = [];
  if (check) {
    const settings = { provider: (await readToolSettings(deps.firestore)).keywordProvider };
    chosen.push({ tool: checkTool, settings });
  }
  if (upscale) {
    const settings = await chooseUpscaleSettings(deps, { ...upscale, quality: 'best' });
    chosen.push({ tool: upscaleTool, settings });
  }
  if (stylizer) {
    const settings = await chooseStylizerSettings(deps, stylizer.preset);
    chosen.push({ tool: stylizerTool, settings });
  }
  if (keywords) {
    const settings = await chooseKeywordSettings(deps, keywords);
    chosen.push({ tool: keywordGeneratorTool, settings });
  }
  return chosen;
}
