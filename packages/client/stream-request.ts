import type { EventSourceFetchInit } from 'eventsource'

/** Streams without event ids: a second request would ask the question again. */
const unrepeatable = new Set(['chat.ask', 'studio.askAgent'])

export type StreamRequest = (address: string | URL, init: EventSourceFetchInit) => Promise<Response>

/** Uses POST, because URLs end up in logs, and sends the token, which the EventSource of browsers cannot. */
export function streamRequest(path: string, headers: Record<string, string>): StreamRequest {
  let isSent = false
  return async (address, init) => {
    // 204 ends an EventSource
    if (isSent && unrepeatable.has(path)) return new Response(null, { status: 204 })
    isSent = true
    const url = new URL(address)
    const body = url.searchParams.get('input') ?? '{}'
    url.search = ''
    const response = await fetch(url, {
      ...init,
      method: 'POST',
      body,
      headers: { ...init.headers, ...headers, 'content-type': 'application/json' },
    })
    // an EventSource reads the body of a 200 only, and the body says why the call failed
    const isReadable = response.headers.get('content-type')?.startsWith('text/event-stream')
    return response.ok || !isReadable ? response : new Response(response.body, { headers: response.headers })
  }
}
