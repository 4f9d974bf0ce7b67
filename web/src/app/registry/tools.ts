import { Images, Scaling, Tags, WandSparkles } from 'lucide-react';
import { generator } from '../../features/image-generator/batches/generator.ts';
import { keywords } from '../../features/keyword-generator/batches/keywords.ts';
import { stylizer } from '../../features/stylizer/batches/stylizer.ts';
import { upscaler } from '../../features/upscale/batches/upscaler.ts';
import type { Tool } from '../../pictures/registered-tools/tools.ts';

/** Every tool of the portal: routes, home, palette, page titles and settings are made from this list. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'image-generator',
    title: 'Bulk Image Generator',
    shortTitle: 'Generate',
    path: '/tools/bulk-image-generator',
    icon: Images,
    page: async () =>
      (await import('../../features/image-generator/image-generator-page.tsx')).ImageGeneratorPage,
    historyQuery: generator.historyQuery,
  },
  {
    name: 'upscale',
    title: 'Upscale & Enhancement',
    shortTitle: 'Upscale',
    path: '/tools/upscale-enhancement',
    icon: Scaling,
    page: async () => (await import('../../features/upscale/upscale-page.tsx')).UpscalePage,
    historyQuery: upscaler.historyQuery,
    setting: 'upscaleEngine',
  },
  {
    name: 'keyword-generator',
    title: 'Keyword Generator',
    shortTitle: 'Keywords',
    path: '/tools/keyword-generator',
    icon: Tags,
    page: async () =>
      (await import('../../features/keyword-generator/keyword-generator-page.tsx')).KeywordGeneratorPage,
    historyQuery: keywords.historyQuery,
    setting: 'keywordProvider',
  },
  {
    name: 'stylizer',
    title: 'Stylizer',
    shortTitle: 'Stylizer',
    path: '/tools/stylizer',
    icon: WandSparkles,
    page: async () => (await import('../../features/stylizer/stylizer-page.tsx')).StylizerPage,
    historyQuery: stylizer.historyQuery,
    setting: 'stylizerProvider',
  },
];
