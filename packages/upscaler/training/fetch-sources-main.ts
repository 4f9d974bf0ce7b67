/** `fetch-sources-main.ts FOLDER [USE …]`: downloads what `train.py` reads, or what has these uses. Prints the paths, one a line. */
import { fetchSources } from './fetch-sources.ts';

const [folder = '', ...uses] = process.argv.slice(2);
const paths = await fetchSources(folder, uses.length > 0 ? uses : ['start', 'training', 'checking']);
process.stdout.write(paths.map((path) => `${path}\n`).join(''));
