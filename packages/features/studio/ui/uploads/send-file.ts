import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { accountHeaders } from '../../../session/ui/page-account.ts'
import { uploadPartSize } from '../../rules.ts'

/**
 * `elsewhere`: the server goes on from another place. `other_file`: what it has is of another file. `disk_full`: it has no room now. `gone`: the upload was cancelled, or the
 * session has ended. `later`: to be tried again after `waitMs`.
 */
type PartResult =
  | { kind: 'stored'; received: number }
  | { kind: 'elsewhere'; received: number }
  | { kind: 'other_file' }
  | { kind: 'disk_full' }
  | { kind: 'gone' }
  | { kind: 'later'; waitMs: number | null }

interface Part {
  versionId: string
  file: Blob
  at: number
  /** Whether the server compares what it has, because the file was chosen again. */
  compares: boolean
}

/** Sends one part of a file. An answer that gets lost does no harm: the part is recognised when it is sent again. */
export async function sendPart({ versionId, file, at, compares }: Part): Promise<PartResult> {
  try {
    const before = compares ? await digestOf(file.slice(0, at)) : ''
    if (before === null) return { kind: 'other_file' }
    // biome-ignore lint/plugin: bytes of a file are no call of a procedure
    const response = await fetchWithTimeout(`/api/studio/uploads/${versionId}?at=${at}${before && `&before=${before}`}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', ...accountHeaders() },
      body: file.slice(at, at + uploadPartSize),
    })
    if (response.ok || response.status === 409) {
      const { received } = (await response.json()) as { received: number }
      return { kind: response.ok ? 'stored' : 'elsewhere', received }
    }
    if (response.status === 412) return { kind: 'other_file' }
    if (response.status === 507) return { kind: 'disk_full' }
    if (response.status < 500 && response.status !== 429) return { kind: 'gone' }
    const seconds = Number(response.headers.get('Retry-After'))
    return { kind: 'later', waitMs: seconds > 0 ? seconds * 1_000 : null }
  } catch {
    return { kind: 'later', waitMs: null }
  }
}

/** Returns the SHA-256 of a file's beginning; null where the browser computes none, as on a page without TLS. */
async function digestOf(bytes: Blob): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return null
  const digest = await subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
