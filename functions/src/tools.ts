import type { ToolName } from '@portal/contracts/batches';
import type { Tool } from './batches/tool.ts';
import { generatorTool } from './tools/image-generator/generator-tool.ts';
import { keywordTool } from './tools/keyword-generator/keyword-tool.ts';
import { stylizerTool } from './tools/stylizer/stylizer-tool.ts';
import { upscaleTool } from './tools/upscale/upscale-tool.ts';

const TOOLS: readonly Tool[] = [generatorTool, upscaleTool, keywordTool, stylizerTool];

/** The tool of a batch. */
export function findTool(name: ToolName): Tool {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool called ${name}.`);
  return tool;
}
