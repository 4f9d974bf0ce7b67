// Preloaded into the Firebase CLI (`node --import`). The README beside this file says what each patch is for.
import './compile-auth-validators-lazily.mjs';
import './load-function-runtime-lazily.mjs';
import './share-function-workers.mjs';
import './reload-functions-immediately.mjs';
import './dispatch-tasks-immediately.mjs';
import './burst-slow-queues.mjs';
import './schedule-tasks.mjs';
import './report-queue-depth.mjs';
import './slow-down-after-errors.mjs';
import './log-task-attempts.mjs';
import './revoke-download-tokens.mjs';
import './close-broken-responses.mjs';
import './answer-failed-starts.mjs';
import './list-function-processes.mjs';
