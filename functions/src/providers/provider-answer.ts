import type { Appearance } from '../pictures/checks/appearance.ts';

/** How a call to a provider ended. */
export type ProviderAnswer<Made> = { kind: 'made'; made: Made; usage?: Usage } | ProviderFailure;

/** Usage as reported; the model registry has the price of each kind of token. */
export interface Usage {
  textInputTokens: number;
  imageInputTokens: number;
  /** Input from the provider's cache, which is cheaper. Not included in the other two. */
  cachedInputTokens?: number;
  outputTokens: number;
  /** Thinking tokens, if they are not part of the output. */
  thinkingTokens?: number;
  /** If the provider reports dollars. */
  dollars?: number;
}

export interface MadeImage {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  seed?: number;
  /** If the image was decoded anyway. */
  appearance?: Appearance;
  /** As its mark says; added by the engine. */
  isMadeByAi?: boolean;
}

export interface ProviderFailure {
  kind: FailureKind;
  /** Only logged. Contains no key. */
  detail: string;
  /** How long the provider asks to wait. */
  retryAfterSeconds?: number;
  /** The key's credit or quota is used up: a short wait does not help. */
  isExhausted?: boolean;
  /** Of work that is charged though it has no result. */
  usage?: Usage;
}

/**
 * Every kind of failure: its label for admins, whether it is an outage of the provider, whether another attempt may help, and
 * whether it may have been charged. Only a person may repeat a call that may have been charged.
 */
const FAILURES = {
  refused: {
    label: 'Refused by content rules',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider refused it under its content rules. Change the prompt or the picture.',
  },
  'bad-request': {
    label: 'Request not accepted',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider does not accept these settings. Choose others.',
  },
  'rate-limited': {
    label: 'Rate limited',
    isOutage: false,
    retry: true,
    charged: false,
    reason: 'The provider is rate limiting requests. Retry in a few minutes.',
  },
  'key-rejected': {
    label: 'Key rejected',
    isOutage: false,
    retry: true,
    charged: false,
    reason: "None of the studio's keys work for this provider. Choose another provider, or ask an admin.",
  },
  unverified: {
    label: 'Organization not verified',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider makes images only for organizations that it has verified. Ask an admin.',
  },
  unavailable: {
    label: 'Provider error',
    isOutage: true,
    retry: true,
    charged: false,
    reason: 'The provider had an internal error. Retry, or choose another model.',
  },
  'not-sent': {
    label: 'Provider not reached',
    isOutage: true,
    retry: true,
    charged: false,
    reason: 'The provider could not be reached. Retry in a few minutes.',
  },
  'broken-off': {
    label: 'Took too long',
    isOutage: false,
    retry: true,
    charged: false,
    reason: 'Every attempt took too long. Retry, or choose another model.',
  },
  'timed-out': {
    label: 'No answer in time',
    isOutage: true,
    retry: false,
    charged: true,
    reason:
      'The provider did not answer in time. You may have been charged. Retry only if you accept a second charge.',
  },
  'connection-lost': {
    label: 'Connection lost',
    isOutage: true,
    retry: false,
    charged: true,
    reason:
      'Connection lost before the answer arrived. You may have been charged. Retry only if you accept a second charge.',
  },
  'broken-answer': {
    label: 'Damaged answer',
    isOutage: false,
    retry: false,
    charged: true,
    reason:
      "The provider's answer was damaged. You may have been charged. Retry only if you accept a second charge.",
  },
  'wrong-content': {
    label: 'Unreadable answer',
    isOutage: false,
    retry: false,
    charged: true,
    reason:
      "The provider's answer could not be read. You may have been charged. Retry only if you accept a second charge.",
  },
  expired: {
    label: 'Not made within 24 hours',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider did not make it within 24 hours. You were not charged. Make it now.',
  },
  cancelled: {
    label: 'Canceled before it was made',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'Canceled before it was made. You were not charged. Make it now.',
  },
  lost: {
    label: 'Result expired',
    isOutage: false,
    retry: false,
    charged: true,
    reason:
      'The result expired before it was fetched. You may have been charged. Retry only if you accept a second charge.',
  },
} as const;

export type FailureKind = keyof typeof FAILURES;

export const isFailureKind = (kind: string): kind is FailureKind => Object.hasOwn(FAILURES, kind);

export const describeFailure = (kind: FailureKind) => FAILURES[kind];
