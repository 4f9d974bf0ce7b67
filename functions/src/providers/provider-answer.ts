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
 * Each way a call can fail: whether another attempt may mend it, and whether it may have been charged. What may have been
 * charged is never called again by itself.
 */
const FAILURES = {
  refused: {
    retry: false,
    charged: false,
    reason: 'The provider refused it under its content rules. Change the prompt, or the picture.',
  },
  'bad-request': {
    retry: false,
    charged: false,
    reason: 'The provider does not accept these settings.',
  },
  'rate-limited': { retry: true, charged: false, reason: 'The provider is taking no more requests for now.' },
  'key-rejected': {
    retry: true,
    charged: false,
    reason: "None of the studio's keys works for this provider.",
  },
  unavailable: { retry: true, charged: false, reason: 'The provider had a fault of its own.' },
  'not-sent': { retry: true, charged: false, reason: 'The provider could not be reached.' },
  'broken-off': { retry: true, charged: false, reason: 'It took too long, each time it was tried.' },
  'timed-out': {
    retry: false,
    charged: true,
    reason: 'The provider did not answer in time. It may have been charged.',
  },
  'connection-lost': {
    retry: false,
    charged: true,
    reason: 'The connection broke before the answer arrived. It may have been charged.',
  },
  'broken-answer': {
    retry: false,
    charged: true,
    reason: 'The answer of the provider was damaged. It may have been charged.',
  },
  'wrong-content': {
    retry: false,
    charged: true,
    reason: 'The provider sent something that cannot be read. It may have been charged.',
  },
} as const;

export type FailureKind = keyof typeof FAILURES;

export const describeFailure = (kind: FailureKind) => FAILURES[kind];
