import type { Provider } from '@portal/contracts/generation-request';
import type { QueueName } from '../platform/queues.ts';

interface QueueFacts {
  /** What admins see. */
  label: string;
  /** Whose calls wait in it. */
  provider?: Provider;
}

export const QUEUES: Record<QueueName, QueueFacts> = {
  makeWithOpenai: { label: 'Images with OpenAI', provider: 'openai' },
  makeWithGoogle: { label: 'Images with Google', provider: 'google' },
  makeWithStability: { label: 'Images with Stability', provider: 'stability' },
  makeWithXai: { label: 'Images with xAI', provider: 'xai' },
  styleWithOpenai: { label: 'Styles with OpenAI', provider: 'openai' },
  styleWithGoogle: { label: 'Styles with Google', provider: 'google' },
  writeWithOpenai: { label: 'Keywords with OpenAI', provider: 'openai' },
  writeWithGoogle: { label: 'Keywords with Google', provider: 'google' },
  upscaleOnDevice: { label: 'Upscaling on our own machines' },
  upscaleAtCloudinary: { label: 'Upscaling at Cloudinary' },
  removeBatchFiles: { label: 'Removal of files' },
  buildArchives: { label: 'ZIP archives' },
  cleanUp: { label: 'Storage cleanup' },
};

export const queuesOf = (provider: Provider): QueueFacts[] =>
  Object.values(QUEUES).filter((queue) => queue.provider === provider);
