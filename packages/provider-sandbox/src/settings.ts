/** Keys and account limits. Tests can change the limits while the sandbox runs. */
export const imageProviders = ['openai', 'google', 'stability', 'xai'] as const;
export type ImageProvider = (typeof imageProviders)[number];

export const providers = [...imageProviders, 'cloudinary'] as const;
export type Provider = (typeof providers)[number];

/** At the upload servers of both agencies. */
export const AGENCY_ACCOUNT = { user: 'sandbox-contributor', password: 'sandbox-Xk7#mQ2v' } as const;

export interface CloudinaryAccount {
  cloudName: string;
  apiSecret: string;
  adminCallsPerHour: number;
  /** Free accounts cannot. */
  deliversArchives: boolean;
  plan: string;
  /** Of an upload. */
  imageMaxBytes: number;
  /** Larger images are stored and delivered, but nothing is derived from them. */
  imageMaxPixels: number;
}

export interface SandboxSettings {
  /** The valid keys of each provider. */
  keys: Record<Provider, readonly string[]>;
  cloudinary: CloudinaryAccount;
}

export const DEFAULT_LATENCY_MS = 1_200;

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
      plan: 'Free',
      imageMaxBytes: 10 * 1_024 ** 2,
      imageMaxPixels: 25_000_000,
    },
  };
}
