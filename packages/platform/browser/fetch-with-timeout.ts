/** A call ends after 10 s without a byte (spec, section 9). */
const idleTimeoutMs = 10_000

/** Aborts when the response or its next chunk is late. Not for streams. Older browsers lack `AbortSignal.any`. */
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
