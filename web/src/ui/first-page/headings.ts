/** The headings of the pages that this browser has opened, for `show-first-page.js`. */
import { z } from 'zod';
import { readStored, writeStored } from '../../client/browser-storage.ts';

const NAME = 'headings';
const HeadingsSchema = z.record(z.string(), z.object({ title: z.string(), subtitle: z.string().optional() }));

/** For home, the tools, the jobs and the Library. Admin pages have another layout. */
export function rememberHeading(title: string, subtitle: string | undefined): void {
  const { pathname, search } = location;
  if (search !== '' || !/^\/($|library$|jobs(\/new)?$|tools\/)/.test(pathname)) return;
  try {
    const headings = readStored(localStorage, NAME, HeadingsSchema) ?? {};
    if (headings[pathname]?.title === title && headings[pathname].subtitle === subtitle) return;
    writeStored(localStorage, NAME, { ...headings, [pathname]: { title, subtitle } });
  } catch {
    // Without storage the next visit shows "Loading..." first.
  }
}
