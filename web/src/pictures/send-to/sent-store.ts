/** What this tab keeps of sent pictures until a batch is started, for each tool. Removed on sign-out (session-provider.tsx). */
import { ToolNameSchema } from '@portal/contracts/batches';
import { SourceSchema } from '@portal/contracts/source';
import type { UploadTool } from '@portal/contracts/uploads';
import { z } from 'zod';
import { readStored, writeStored } from '../../client/browser-storage.ts';

/** A picture of an earlier batch. */
const SentPictureSchema = z.object({
  from: SourceSchema,
  fileName: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** Of the batch that it is from. */
  tool: ToolNameSchema,
  batchName: z.string(),
});
export type SentPicture = z.infer<typeof SentPictureSchema>;

const SubmissionSchema = z.object({ request: z.string(), key: z.string(), batchName: z.string() });
type Submission = z.infer<typeof SubmissionSchema>;

/** Another user may sign in in the same tab. */
const ofUser = <Value extends z.ZodType>(value: Value) => z.object({ userId: z.string(), value });
const PicturesSchema = ofUser(z.array(SentPictureSchema));
const StoredSubmissionSchema = ofUser(SubmissionSchema.optional());

const namePictures = (tool: UploadTool) => `portal:sent-pictures:${tool}`;
const nameSubmission = (tool: UploadTool) => `portal:sent-submission:${tool}`;

export const makeSentStore = (tool: UploadTool, userId: string) => ({
  read: (): readonly SentPicture[] => {
    const stored = readStored(sessionStorage, namePictures(tool), PicturesSchema);
    return stored?.userId === userId ? stored.value : [];
  },
  write: (value: readonly SentPicture[]): void =>
    writeStored(sessionStorage, namePictures(tool), { userId, value }),
});

/** The request that started, or may have started, a batch of sent pictures. */
export const makeSubmissionStore = (tool: UploadTool, userId: string) => ({
  read: (): Submission | undefined => {
    const stored = readStored(sessionStorage, nameSubmission(tool), StoredSubmissionSchema);
    return stored?.userId === userId ? stored.value : undefined;
  },
  write: (value: Submission | undefined): void =>
    writeStored(sessionStorage, nameSubmission(tool), { userId, value }),
});
