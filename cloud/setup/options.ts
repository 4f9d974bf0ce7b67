import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SetupError } from './step.ts';

const USAGE = `Usage: npm run cloud:setup -- --project ID [options]
  --apply                make the changes; without it they are only printed
  --region R             of everything (default us-central1; cannot be changed later)
  --domain D             a domain of your own; may be repeated
  --alert-email ADDRESS  where alerts are sent (default: the first admin)
  --budget AMOUNT        monthly budget for Google Cloud (default 100)
  --provider-keys FILE   JSON with the provider keys, instead of questions
  --adopt-bucket         change a default bucket that has files or rules of others
  --github OWNER/REPO    let this repository deploy
  --environment NAME     from this GitHub environment (default production)
  --no-deploy            prepare the project only`;

const DomainSchema = z
  .string()
  .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain such as portal.studio.com');

const OptionsSchema = z.object({
  // https://cloud.google.com/resource-manager/docs/creating-managing-projects
  project: z.string('is missing').regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be the ID of a project'),
  region: z
    .string()
    .regex(/^[a-z]+-[a-z]+\d+$/, 'must be a region such as europe-west1')
    .optional(),
  apply: z.boolean().default(false),
  deploy: z.boolean().default(true),
  domain: z.array(DomainSchema).default([]),
  'alert-email': z.email('must be an email address').optional(),
  budget: z.coerce.number('must be an amount').int('must be a whole amount').positive().optional(),
  'provider-keys': z.string().optional(),
  'adopt-bucket': z.boolean().default(false),
  // Both become part of an expression that decides who may deploy.
  github: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be OWNER/REPO')
    .optional(),
  environment: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of an environment')
    .default('production'),
});

export function readOptions(args: string[]): z.output<typeof OptionsSchema> {
  const { data, error } = OptionsSchema.safeParse(parse(args));
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
  throw new SetupError(`${problems.join('\n')}\n\n${USAGE}`);
}

function parse(args: string[]): object {
  try {
    return parseArgs({
      args,
      options: {
        project: { type: 'string' },
        region: { type: 'string' },
        apply: { type: 'boolean' },
        deploy: { type: 'boolean' },
        domain: { type: 'string', multiple: true },
        'alert-email': { type: 'string' },
        budget: { type: 'string' },
        'provider-keys': { type: 'string' },
        'adopt-bucket': { type: 'boolean' },
        github: { type: 'string' },
        environment: { type: 'string' },
      },
      allowNegative: true,
    }).values;
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
