import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a deployment requires of a setting's text in addition to its schema. */
type DeployedRule = z.ZodType<string | undefined>;

/** Settings that a studio sets as environment variables. */
export function makeSettings(environment: Environment) {
  const checks: (() => string[])[] = [];

  /** An empty variable is one that is not set. */
  function defineSetting<Value>(name: string, schema: z.ZodType<Value>, deployed?: DeployedRule) {
    const parse = (wanted: z.ZodType) => wanted.safeParse(environment[name] || undefined);
    checks.push(() => {
      const failed = [deployed, schema].flatMap((wanted) => (wanted ? (parse(wanted).error ?? []) : []));
      return failed.slice(0, 1).map(({ issues }) => `${name}: ${issues[0]?.message ?? 'is invalid'}`);
    });
    return {
      /** Read when used, so that a change of the environment counts. */
      value(): Value {
        const parsed = schema.safeParse(environment[name] || undefined);
        if (parsed.success) return parsed.data;
        throw new Error(`The setting ${name} is invalid. ${z.prettifyError(parsed.error)}`);
      },
    };
  }

  return {
    defineSetting,
    /** A line for each setting with which the portal must not be deployed. */
    findProblems: (): string[] => checks.flatMap((check) => check()),
  };
}

const REQUIRED = 'is required';
const EXAMPLE = 'is an example';
/** Reserved for documentation: nobody receives mail there. https://www.rfc-editor.org/rfc/rfc2606 */
const isExample = (text: string) => /(^|[.@])example(\.(com|net|org))?$/.test(text.toLowerCase());

const required = z.string(REQUIRED);

const emails = required.superRefine((text, context) => {
  for (const email of splitList(text)) {
    if (!z.email().safeParse(email).success) context.addIssue(`"${email}" is not an email address`);
    else if (isExample(email)) context.addIssue(`"${email}" ${EXAMPLE}`);
  }
});

export const DEPLOYED = {
  apiKey: required.refine((text) => text !== 'local', EXAMPLE),
  domain: required
    .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain such as studio.com, without @')
    .refine((text) => !isExample(text), EXAMPLE),
  emails,
  twoEmails: emails.refine(
    (text) => new Set(splitList(text)).size === 2,
    'must be exactly two different email addresses, separated by a comma; whitelist others in the user directory',
  ),
  url: z.string().startsWith('https://', 'must start with https://').optional(),
} satisfies Record<string, DeployedRule>;

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
