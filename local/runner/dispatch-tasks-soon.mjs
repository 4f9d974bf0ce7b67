// Preloaded into the Firebase CLI. Its Tasks emulator looks for new tasks once a second while it has none, and without any
// pause while it has some; Cloud Tasks dispatches at once. The CLI has no option for either.
import { createRequire } from 'node:module';

const { TaskQueueController } = createRequire(import.meta.url)('firebase-tools/lib/emulator/tasksEmulator');
TaskQueueController.LISTEN_TIMEOUT = 50;
TaskQueueController.UPDATE_TIMEOUT = 5;
