/** How long an answer may keep one waiting, in milliseconds (spec, section 9). */
const idleTimeoutMs = 10_000

/**
 * `fetch`, given up when its answer, or the next piece of it, has not come in time, or when its caller gives up. Not for streams. Written
 * out, because `AbortSignal.any` is younger than the browsers that the bundle is built for.
 */
export async function fetchWithTimeout(url: RequestInfo | URL, request: RequestInit = {}): Promise<Response> {
  const limit = new AbortController()
  const { signal } = request
  const abortController = () => limit.abort(signal?.reason)
  if (signal?.aborted) abortController()
  signal?.addEventListener('abort', abortController)
  const onTimeout = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'))
  let timer = setTimeout(onTimeout, idleTimeoutMs)
  try {
    const answer = await fetch(url, { ...request, signal: limit.signal })
    if (!answer.body) return answer
    const pieces = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        // a long answer may take long on a slow line, as long as it comes
        transform: (piece, whole) => {
          clearTimeout(timer)
          timer = setTimeout(onTimeout, idleTimeoutMs)
          whole.enqueue(piece)
        },
        flush: () => clearTimeout(timer),
      }),
    )
    return new Response(pieces, answer)
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}
