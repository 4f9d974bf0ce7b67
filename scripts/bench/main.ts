/** `npm run bench [-- NAME …]`: compares figures within one run, because the machine may be busy. */
import { runCommand } from '../test/run-command.ts';
import { benchCleanup } from './cleanup-bench.ts';
import { benchCosts } from './costs-bench.ts';
import { benchEngine } from './engine-bench.ts';
import { benchFirestore } from './firestore-bench.ts';
import { benchImport } from './import-bench.ts';
import { benchKeywords } from './keywords-bench.ts';
import { benchLibrary } from './library-bench.ts';
import { benchLighthouse } from './lighthouse-bench.ts';
import { benchJobForm } from './job-form-bench.ts';
import { benchLists, benchListsMemory } from './lists-bench.ts';
import { benchLost } from './lost-bench.ts';
import { benchMemory } from './memory-bench.ts';
import { benchPipeline } from './pipeline-bench.ts';
import { benchScroll } from './scroll-bench.ts';
import { benchThumbnails } from './thumbnails-bench.ts';
import { benchUpload } from './upload-bench.ts';
import { benchUpscale } from './upscale-bench.ts';
import { benchZip } from './zip-bench.ts';

const asked = process.argv.slice(2);
const benches: Record<string, () => Promise<unknown>> = {
  web: () => runCommand('node', ['web/bundle-sizes-main.ts'], { live: true }),
  lighthouse: benchLighthouse,
  import: benchImport,
  zip: benchZip,
  pictures: () => runCommand('node', ['packages/provider-sandbox/bench/pictures-main.ts'], { live: true }),
  metadata: () => runCommand('node', ['packages/image-metadata/bench/metadata-main.ts'], { live: true }),
  memory: benchMemory,
  scroll: benchScroll,
  thumbnails: benchThumbnails,
  upload: benchUpload,
  upscale: () => benchUpscale({ onlyPictures: asked.includes('--pictures') }),
  keywords: () => benchKeywords({ mayPay: asked.includes('keywords') }),
  engine: benchEngine,
  lost: benchLost,
  pipeline: benchPipeline,
  'job-form': benchJobForm,
  lists: benchLists,
  'lists-memory': benchListsMemory,
  library: benchLibrary,
  costs: benchCosts,
  cleanup: benchCleanup,
  firestore: benchFirestore,
};

for (const [name, bench] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) await bench();
}
