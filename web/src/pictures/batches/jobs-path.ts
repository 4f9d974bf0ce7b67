/** In the pages, a pipeline is a job. */
export const JOBS_PATH = '/jobs';
export const NEW_JOB_PATH = '/jobs/new';

export const makeJobPath = (id: string): string => `${JOBS_PATH}/${id}`;

/** The form, filled with a recipe. */
export const makeRecipePath = (id: string): string => `${NEW_JOB_PATH}?recipe=${encodeURIComponent(id)}`;
