import { z } from 'zod';

// Zod compiles schemas with `new Function`, which the portal's Content-Security-Policy forbids: even the probe for it is
// reported as a violation. The bundle runs this before any schema is made (see the `zod` group in vite.config.ts).
z.config({ jitless: true });
