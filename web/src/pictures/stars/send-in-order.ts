/** Requests that must reach the server in the order in which they were made. */
const last = new Map<string, Promise<unknown>>();

/** Sends after the request before with the same key was answered, whether or not it failed. */
export function sendInOrder<Answer>(key: string, send: () => Promise<Answer>): Promise<Answer> {
  const sent = (last.get(key) ?? Promise.resolve()).then(send, send);
  last.set(key, sent);
  const forget = () => {
    if (last.get(key) === sent) last.delete(key);
  };
  sent.then(forget, forget);
  return sent;
}
