import type { ToolName } from '@portal/contracts/batches';
import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToolsContext, type Tool } from '../tools/tools.ts';

const createTool = (name: ToolName, title: string): Tool => ({
  name,
  title,
  shortTitle: title,
  path: `/tools/${name}`,
  icon: Image,
  page: async () => () => undefined,
  historyQuery: { queryKey: [name] },
});
const TOOLS = [
  createTool('image-generator', 'Bulk Image Generator'),
  createTool('upscale', 'Upscale & Enhancement'),
  createTool('keyword-generator', 'Keyword Generator'),
  createTool('stylizer', 'Stylizer'),
];

/** For a page that names all tools, by the titles of the portal. */
export const WithTools = ({ children }: { children: ReactNode }) => (
  <ToolsContext value={TOOLS}>{children}</ToolsContext>
);
