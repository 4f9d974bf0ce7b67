import type { ToolName } from '@portal/contracts/batches';

/** The four tools, as the home page, the palette and the routes name them. */
export const TOOLS = [
  { id: 'bulk-image-generator', title: 'Bulk Image Generator', path: '/tools/bulk-image-generator' },
  { id: 'upscale-enhancement', title: 'Upscale & Enhancement', path: '/tools/upscale-enhancement' },
  { id: 'keyword-generator', title: 'Keyword Generator', path: '/tools/keyword-generator' },
  { id: 'stylizer', title: 'Stylizer', path: '/tools/stylizer' },
] as const;

export type Tool = (typeof TOOLS)[number];
export type ToolId = Tool['id'];

export const findTool = (id: ToolId): Tool => TOOLS.find((tool) => tool.id === id) ?? TOOLS[0];

const IDS: Record<ToolName, ToolId> = {
  'image-generator': 'bulk-image-generator',
  upscale: 'upscale-enhancement',
  'keyword-generator': 'keyword-generator',
  stylizer: 'stylizer',
};

/** What a tool that the API names is called on the page. */
export const nameTool = (name: ToolName): string => findTool(IDS[name]).title;
