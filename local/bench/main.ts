/** `npm run bench`: each figure as a ratio to the others of the same run, because the machine is shared. */
import { benchFirestore } from './firestore-bench.ts';

await benchFirestore();
