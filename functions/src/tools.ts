import type { ToolName } from '@portal/contracts/batches';
import type { Hono } from 'hono';
import type { Tool } from './batches/tool.ts';
import type { Deps } from './batches/deps.ts';
import { PORTAL_QUEUES, type Queue } from './platform/queues/queues.ts';
import { checkTool } from './tools/check/check-tool.ts';
import { serveCheck } from './tools/check/serve-check.ts';
import { imageGeneratorTool } from './tools/image-generator/image-generator-tool.ts';
import { serveImageGenerator } from './tools/image-generator/serve-image-generator.ts';
import { keywordGeneratorTool } from './tools/keyword-generator/keyword-generator-tool.ts';
import { serveKeywordGenerator } from './tools/keyword-generator/serve-keyword-generator.ts';
import { serveStylizer } from './tools/stylizer/serve-stylizer.ts';
import { stylizerTool } from './tools/stylizer/stylizer-tool.ts';
import { serveUpscale } from './tools/upscale/serve-upscale.ts';
import { upscaleTool } from './tools/upscale/upscale-tool.ts';

interface RegisteredTool {
  readonly tool: Tool;
  /** Registers the tool's calls. */
  readonly serve: (app: Hono, deps: Deps) => void;
}

/** Every tool of the portal: routes, OpenAPI, queues and their functions come from this list. See docs/add-a-tool.md. */
export const TOOLS: readonly RegisteredTool[] = [
  { tool: imageGeneratorTool, serve: serveImageGenerator },
  { tool: stylizerTool, serve: serveStylizer },
  { tool: keywordGeneratorTool, serve: serveKeywordGenerator },
  { tool: upscaleTool, serve: serveUpscale },
  { tool: checkTool, serve: serveCheck },
];

/** In the order in which admins see them. */
export const QUEUES: readonly Queue[] = [
  // Tools may share them.
  ...new Set(TOOLS.flatMap(({ tool }) => tool.queues)),
  ...Object.values(PORTAL_QUEUES),
];

/** The tool of a batch. */
export function findTool(name: ToolName): Tool {
  const entry = TOOLS.find(({ tool }) => tool.name === name);
  if (!entry) throw new Error(`The tool "${name}" is not registered.`);
  return entry.tool;
}
