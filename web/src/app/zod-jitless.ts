import { z } from 'zod';

// Zod compiles schemas with `new Function`, which the portal's Content-Security-Policy forbids. Even its probe counts as a
// violation. The bundle runs this file before any schema is created (see the `zod` group in vite.config.ts).
z.config({ jitless: true });
