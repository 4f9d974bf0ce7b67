import { JOBS_PATH } from '../pictures/batches/jobs-path.ts';
import { DELIVERIES_PATH } from '../tools/deliveries/deliveries-path.ts';

/** Loads the code of a page before the router asks for it. Admin pages wait until the server has confirmed the admin. */
export async function preloadPage(path: string): Promise<void> {
  if (path === '/') await import('../features/home/home-page.tsx');
  if (path === '/library') await import('../features/library/library-page.tsx');
  if (path === DELIVERIES_PATH) await import('../features/deliveries/deliveries-page.tsx');
  if (path.startsWith(JOBS_PATH)) {
    const { JOB_PAGES } = await import('./registry/job-pages.ts');
    const page = JOB_PAGES.find((each) => each.path === path) ?? JOB_PAGES.at(-1);
    await page?.page();
  }
  if (!path.startsWith('/tools/')) return;
  const { TOOLS } = await import('./registry/tools.ts');
  await TOOLS.find((tool) => tool.path === path)?.page();
}
