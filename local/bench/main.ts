/** `npm run bench`: each figure as a ratio to the others of the same run, because the machine is shared. */
import { runCommand } from '../test/run-command.ts';
import { benchFirestore } from './firestore-bench.ts';

await runCommand('node', ['web/bundle-sizes-main.ts'], { live: true });
await benchFirestore();
