import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import { generatorCalls } from '@portal/contracts/image-generator';
import { keywordCalls } from '@portal/contracts/keyword-generator';
import { stylizerCalls } from '@portal/contracts/stylizer';
import { upscaleCalls } from '@portal/contracts/upscale';
import { Image } from 'lucide-react';
import { call } from '../client/api/client.ts';
import type { ListCalls } from '../pictures/batches/read-list.ts';
import type { Tool } from '../pictures/registered-tools/tools.ts';

function createTool<Batch extends BatchFacts>(
  name: ToolName,
  title: string,
  { list }: Pick<ListCalls<Batch>, 'list'>,
): Tool {
  return {
    name,
    title,
    shortTitle: title,
    path: `/tools/${name}`,
    icon: Image,
    page: async () => () => undefined,
    historyQuery: { queryKey: [list.path], queryFn: async () => (await call(list)).batches },
  };
}

/** The portal's tools, with their histories. */
export const ALL_TOOLS: readonly Tool[] = [
  createTool('image-generator', 'Bulk Image Generator', generatorCalls),
  createTool('upscale', 'Upscale & Enhancement', upscaleCalls),
  createTool('keyword-generator', 'Keyword Generator', keywordCalls),
  createTool('stylizer', 'Stylizer', stylizerCalls),
];
