/** What a sandbox is started with, and what tests change while it runs. */
export const imageProviders = ['openai', 'google', 'stability', 'xai'] as const;
export type ImageProvider = (typeof imageProviders)[number];

export const providers = [...imageProviders, 'cloudinary'] as const;
export type Provider = (typeof providers)[number];

export interface CloudinaryAccount {
  cloudName: string;
  apiSecret: string;
  /** What the Admin API allows an hour. */
  adminCallsPerHour: number;
  /** A free account cannot deliver archives. */
  deliversArchives: boolean;
}

export interface SandboxSettings {
  /** The keys that each provider knows. */
  keys: Record<Provider, readonly string[]>;
  cloudinary: CloudinaryAccount;
}

export const defaultLatencyMs = 1_200;

export function makeSettings(): SandboxSettings {
  const keysOf = (provider: Provider) => [1, 2, 3].map((number) => `sandbox-${provider}-key-${number}`);
  return {
    keys: {
      openai: keysOf('openai'),
      google: keysOf('google'),
      stability: keysOf('stability'),
      xai: keysOf('xai'),
      cloudinary: keysOf('cloudinary'),
    },
    cloudinary: {
      cloudName: 'sandbox',
      apiSecret: 'sandbox-cloudinary-secret',
      adminCallsPerHour: 500,
      deliversArchives: true,
    },
  };
}
