/** functions/.env.PROJECT, made from functions/.env.example. The CLI reads it when it deploys. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_REGION } from '@portal/contracts/deployment';
import { z } from 'zod';
import { readSettings, settingsPath } from '../settings.ts';
import { readWebApiKey } from './project.ts';
import { NO_CHANGES, oneChange, SetupError, type Setup, type Step } from './step.ts';

const EmailsSchema = z.string().refine((text) => text.split(',').every((part) => isEmail(part.trim())));
const TwoEmailsSchema = EmailsSchema.refine((text) => text.split(',').length === 2);
const isEmail = (text: string) => z.email().safeParse(text).success;

/** What the setup cannot know. */
export const QUESTIONS = {
  COMPANY_DOMAIN: {
    question: 'Whose addresses may sign in? Domain, such as studio.com: ',
    schema: z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/),
  },
  FIRST_ADMINS: { question: 'Who is an admin? Email addresses, separated by commas: ', schema: EmailsSchema },
  EXTERNAL_EMAILS: {
    question: 'Which two other addresses may sign in? Separated by a comma: ',
    schema: TwoEmailsSchema,
  },
};

function readText(setup: Pick<Setup, 'root' | 'project'>): string {
  const path = settingsPath(setup);
  return readFileSync(existsSync(path) ? path : join(setup.root, 'functions/.env.example'), 'utf8');
}

export const settingsFile: Step = {
  title: 'Settings',
  async plan(setup) {
    const settings = readSettings(setup);
    const apiKey = await readWebApiKey(setup);
    const known = {
      WEB_API_KEY: apiKey ?? 'the key of the web app',
      ...(setup.region !== DEFAULT_REGION && { REGION: setup.region }),
    };
    const changed = Object.entries(known).filter(([name, value]) => settings[name] !== value);
    const unanswered = Object.entries(QUESTIONS).filter(([name]) => !settings[name]);
    const names = [...changed, ...unanswered].map(([name]) => name);
    if (names.length === 0) return NO_CHANGES;
    return oneChange(`set ${names.join(', ')} in functions/.env.${setup.project}`, async () => {
      const answers: [string, string][] = [];
      for (const [name, { question, schema }] of unanswered) {
        answers.push([name, await askUntilValid(setup, name, question, schema)]);
      }
      writeFileSync(settingsPath(setup), withSettings(readText(setup), [...changed, ...answers]));
    });
  },
};

async function askUntilValid(
  { ask, project }: Setup,
  name: string,
  question: string,
  schema: z.ZodType<string>,
): Promise<string> {
  if (!ask) {
    throw new SetupError(`Set ${name} in functions/.env.${project}, or run this command in a terminal.`);
  }
  for (;;) {
    const { data } = schema.safeParse((await ask(question)).trim());
    if (data !== undefined) return data;
  }
}

/** Keeps comments and order. */
function withSettings(text: string, settings: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [name, value] of settings) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (line.test(result)) result = result.replace(line, () => `${name}=${value}`);
    else result = `${result.trimEnd()}\n${name}=${value}\n`;
  }
  return result;
}
