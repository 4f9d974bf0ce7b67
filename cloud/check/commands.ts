/** Commands for remedies. */
import type { Target } from './target.ts';

/** `only`: as in `hosting` or `functions:api`. Undefined: everything. */
export const deployCommand = (project: string, only?: string): string =>
  only === undefined
    ? `Run "npm run cloud:deploy -- --project ${project}".`
    : `Run "npm run firebase -- deploy --only ${only} --project ${project}".`;

export const setupCommand = (project: string): string =>
  `Run "npm run cloud:setup -- --project ${project} --apply --no-deploy".`;

export const logsCommand = ({ region, project }: Target, name: string): string =>
  `Read the logs of the function ${name}: "gcloud functions logs read ${name} --region=${region} --project=${project}".`;
