/** How a call to a provider ended. */
export type ProviderAnswer<Made> = { kind: 'made'; made: Made; usage?: Usage } | ProviderFailure;

/** What the provider reported; the price of each kind of token stands in the model registry. */
export interface Usage {
  textInputTokens: number;
  imageInputTokens: number;
  /** Of the input, what the provider remembered from a call before: not among the other two, and cheaper. */
  cachedInputTokens?: number;
  outputTokens: number;
  /** Of a model that thinks before it answers, where they come on top. */
  thinkingTokens?: number;
  /** Dollars, of a provider that says so itself. */
  dollars?: number;
}

export interface MadeImage {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  seed?: number;
}

export interface ProviderFailure {
  kind: FailureKind;
  /** For the log; never shown. Holds no key. */
  detail: string;
  /** How long the provider wants to be left alone. */
  retryAfterSeconds?: number;
}

/**
 * Each way a call can fail: what admins see it called, whether it is the provider's own outage, whether another attempt may
 * mend it, and whether it may have been charged. What may have been charged is never called again by itself.
 */
const FAILURES = {
  refused: {
    label: 'Refused by content rules',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider refused it under its content rules. Change the prompt, or the picture.',
  },
  'bad-request': {
    label: 'Request not accepted',
    isOutage: false,
    retry: false,
    charged: false,
    reason: 'The provider does not accept these settings.',
  },
  'rate-limited': {
    label: 'Rate limited',
    isOutage: false,
    retry: true,
    charged: false,
    reason: 'The provider is taking no more requests for now.',
  },
  'key-rejected': {
    label: 'Key rejected',
    isOutage: false,
    retry: true,
    charged: false,
    reason: "None of the studio's keys works for this provider.",
  },
  unavailable: {
    label: 'Fault of the provider',
    isOutage: true,
    retry: true,
    charged: false,
    reason: 'The provider had a fault of its own.',
  },
  'not-sent': {
    label: 'Provider not reached',
    isOutage: true,
    retry: true,
    charged: false,
    reason: 'The provider could not be reached.',
  },
  'broken-off': {
    label: 'Broken off',
    isOutage: false,
    retry: true,
    charged: false,
    reason: 'It took too long, each time it was tried.',
  },
  'timed-out': {
    label: 'No answer in time',
    isOutage: true,
    retry: false,
    charged: true,
    reason: 'The provider did not answer in time. It may have been charged.',
  },
  'connection-lost': {
    label: 'Connection lost',
    isOutage: true,
    retry: false,
    charged: true,
    reason: 'The connection broke before the answer arrived. It may have been charged.',
  },
  'broken-answer': {
    label: 'Damaged answer',
    isOutage: false,
    retry: false,
    charged: true,
    reason: 'The answer of the provider was damaged. It may have been charged.',
  },
  'wrong-content': {
    label: 'Unreadable answer',
    isOutage: false,
    retry: false,
    charged: true,
    reason: 'The provider sent something that cannot be read. It may have been charged.',
  },
} as const;

export type FailureKind = keyof typeof FAILURES;

export const isFailureKind = (kind: string): kind is FailureKind => Object.hasOwn(FAILURES, kind);

export const describeFailure = (kind: FailureKind) => FAILURES[kind];
