/** What a failure means for a file. */
export type TransportFailure =
  /** Wrong user or password. More attempts could lock the account. */
  | 'login'
  /** It cannot be proved that the server is the agency's. */
  | 'identity'
  /** The connection was lost, or could not be opened. Another attempt may help. */
  | 'connection'
  /** The server's disk or the account's quota is full. */
  | 'storage'
  /** The server does not do this. */
  | 'refused';

const MESSAGES: Readonly<Record<TransportFailure, string>> = {
  login: 'The agency does not accept the user name or password.',
  identity: 'The server could not be identified as the agency’s.',
  connection: 'There is no connection to the agency’s server.',
  storage: 'The agency’s server did not store the file. Its disk or your quota may be full.',
  refused: 'The agency’s server did not accept the file.',
};

/** The message is shown to people. What the server or a library has said is only the cause. */
export class TransportError extends Error {
  override name = 'TransportError';
  readonly failure: TransportFailure;

  constructor(failure: TransportFailure, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? MESSAGES[failure], { cause: options.cause });
    this.failure = failure;
  }
}

/** The server is not the one of the account. */
export const wrongIdentity = (what: string, cause: unknown): TransportError =>
  new TransportError('identity', {
    cause,
    message: `${what}, so nothing was sent. Ask an admin to check the account.`,
  });
