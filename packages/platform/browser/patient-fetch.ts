/** How long an answer may take, in milliseconds (spec, section 9). */
const patience = 10_000

/**
 * `fetch`, given up when its answer has not come in time, or when its caller gives up. Not for streams. Written out, because
 * `AbortSignal.any` is younger than the browsers that the bundle is built for.
 */
export function patientFetch(address: RequestInfo | URL, request: RequestInit = {}): Promise<Response> {
  const limit = new AbortController()
  const { signal } = request
  const giveUp = () => limit.abort(signal?.reason)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  // goes on while the answer is read
  setTimeout(() => limit.abort(new DOMException('no answer in time', 'TimeoutError')), patience)
  return fetch(address, { ...request, signal: limit.signal })
}
