/** `fetch-sources-main.ts FOLDER`: downloads what `train.py` reads. */
import { fetchSources } from './fetch-sources.ts';

const [folder = ''] = process.argv.slice(2);
const paths = await fetchSources(folder, ['start', 'training', 'checking']);
process.stdout.write(`${paths.length} files\n`);
