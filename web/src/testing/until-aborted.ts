/**
 * As the browser's `fetch`: rejects when the request is aborted, even if it is never answered. But not when its time is over,
 * because that would be in the middle of another test.
 */
export function untilAborted<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal | null | undefined,
): Promise<Answer> {
  if (!signal) return answer;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => {
    if (Object(signal.reason).name !== 'TimeoutError') reject(signal.reason);
  });
  return Promise.race([answer, aborted]);
}
