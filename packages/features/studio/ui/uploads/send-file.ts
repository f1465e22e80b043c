import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { accountHeaders } from '../../../session/ui/page-account.ts'
import { uploadPartSize } from '../../rules.ts'

/** `gone`: the upload was cancelled, or the session has ended. `later`: to be tried again after `waitMs`. */
type PartResult = { kind: 'stored'; received: number } | { kind: 'gone' } | { kind: 'later'; waitMs: number | null }

interface Part {
  versionId: string
  file: Blob
  at: number
}

/** Sends one part of a file. An answer that gets lost does no harm: the part is recognised when it is sent again. */
export async function sendPart({ versionId, file, at }: Part): Promise<PartResult> {
  try {
    // biome-ignore lint/plugin: bytes of a file are no call of a procedure
    const response = await fetchWithTimeout(`/api/studio/uploads/${versionId}?at=${at}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', ...accountHeaders() },
      body: file.slice(at, at + uploadPartSize),
    })
    if (response.ok || response.status === 409) {
      const { received } = (await response.json()) as { received: number }
      return { kind: 'stored', received }
    }
    if (response.status < 500 && response.status !== 429) return { kind: 'gone' }
    const seconds = Number(response.headers.get('Retry-After'))
    return { kind: 'later', waitMs: seconds > 0 ? seconds * 1_000 : null }
  } catch {
    return { kind: 'later', waitMs: null }
  }
}
