/** Lists of words and styles for prompts, shared by the studio. Everyone with access to the portal may edit them. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { MAX_PROMPT_LENGTH } from './generation-request.ts';
import { parseOption } from './prompt-lists/parse-template.ts';
import { hasWildcards } from './prompt-lists/prompt-style.ts';
import { TemplateError } from './prompt-lists/template.ts';

export const MAX_PROMPT_LISTS = 200;
const MAX_LIST_ENTRIES = 1000;
/** A document of Firestore has at most 1 MiB, and a character up to three bytes in UTF-8 for each one here. */
export const MAX_ENTRY_LENGTH = 300;
export const MAX_PROMPT_STYLES = 200;

const NAME_MESSAGE = 'Names have 1 to 40 of a-z, 0-9 and -';

export const StudioPromptNameSchema = z
  .string({ error: NAME_MESSAGE })
  .regex(/^[a-z0-9-]{1,40}$/, NAME_MESSAGE);

export const ListEntriesSchema = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Entries cannot be empty')
      .max(MAX_ENTRY_LENGTH, `Entries have at most ${MAX_ENTRY_LENGTH} characters`)
      .regex(/^[^\r\n]*$/, 'An entry is one line')
      .superRefine((entry, context) => {
        try {
          if (!entry.startsWith('#')) parseOption(entry);
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          context.addIssue({ code: 'custom', message: `Column ${error.column}: ${error.message}` });
        }
      }),
  )
  .min(1, 'Enter at least one entry')
  .max(MAX_LIST_ENTRIES, 'Lists have at most 1,000 entries');

export const StyleTemplateSchema = z
  .string({ error: 'Enter the style’s text' })
  .trim()
  .min(1, 'Enter the style’s text')
  .max(MAX_PROMPT_LENGTH, 'Styles have at most 1,000 characters')
  .refine((template) => !hasWildcards(template), 'A style has {prompt}, and no other braces or lists');

/** A save must name the version it changes, so that nobody overwrites unseen changes. */
const VersionSchema = z.string().min(1).max(64);

const EditSchema = z.object({
  name: StudioPromptNameSchema,
  version: VersionSchema,
  editedBy: z.string(),
  editedAt: z.iso.datetime(),
});

const PromptListSummarySchema = EditSchema.extend({
  /** Entries. */
  count: z.number().int(),
});

const StudioListSchema = PromptListSummarySchema.extend({ entries: z.array(z.string()) });

const StudioStyleSchema = EditSchema.extend({ template: z.string() });

const NameParamsSchema = z.object({ name: StudioPromptNameSchema });
/** `version`: that of the list or style that the caller has seen. */
const DeleteParamsSchema = NameParamsSchema.extend({ version: VersionSchema });

export const listPromptLists = defineCall({
  method: 'GET',
  path: '/api/prompt-lists',
  summary: 'The studio’s lists for wildcards in prompts, by name, without their entries.',
  audience: 'staff',
  response: z.object({ lists: z.array(PromptListSummarySchema) }),
});

export const getPromptList = defineCall({
  method: 'GET',
  path: '/api/prompt-lists/{name}',
  summary: 'One of the studio’s lists with its entries.',
  audience: 'staff',
  params: NameParamsSchema,
  response: StudioListSchema,
  failures: [404],
});

export const savePromptList = defineCall({
  method: 'PUT',
  path: '/api/prompt-lists/{name}',
  summary:
    'Creates a list (`version` null) or replaces its entries. 409 if someone else has changed it since, or there are 200.',
  audience: 'staff',
  params: NameParamsSchema,
  body: z.strictObject({ entries: ListEntriesSchema, version: VersionSchema.nullable() }),
  response: PromptListSummarySchema,
  failures: [409],
});

export const deletePromptList = defineCall({
  method: 'DELETE',
  path: '/api/prompt-lists/{name}',
  summary: 'Deletes a list. 409 if someone else has changed it since.',
  audience: 'staff',
  params: DeleteParamsSchema,
  response: z.undefined(),
  status: 204,
  failures: [409],
});

export const listPromptStyles = defineCall({
  method: 'GET',
  path: '/api/prompt-styles',
  summary: 'The studio’s styles for prompts, by name.',
  audience: 'staff',
  response: z.object({ styles: z.array(StudioStyleSchema) }),
});

export const savePromptStyle = defineCall({
  method: 'PUT',
  path: '/api/prompt-styles/{name}',
  summary:
    'Creates a style (`version` null) or replaces its text. 409 if someone else has changed it since, or there are 200.',
  audience: 'staff',
  params: NameParamsSchema,
  body: z.strictObject({ template: StyleTemplateSchema, version: VersionSchema.nullable() }),
  response: StudioStyleSchema,
  failures: [409],
});

export const deletePromptStyle = defineCall({
  method: 'DELETE',
  path: '/api/prompt-styles/{name}',
  summary: 'Deletes a style. 409 if someone else has changed it since.',
  audience: 'staff',
  params: DeleteParamsSchema,
  response: z.undefined(),
  status: 204,
  failures: [409],
});
