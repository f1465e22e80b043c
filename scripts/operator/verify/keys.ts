import { noteKeysPath, type PublicNoteKey, publicNoteKey } from '@duo/platform/server/provenance/note-key.ts'
import { listNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { z } from 'zod'
import { Refusal } from '../cli/failure.ts'
import { type CliIo, withDatabase } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'
import { readBounded } from './read-bounded.ts'

export interface KeySource {
  key?: string
  from?: string
}

/** Other members of the keys are ignored: only `x` matters, and the key id is computed from it. */
const keySet = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/) })).max(1_000),
})

const maxKeysLength = 1_000_000
const timeoutMs = 10_000

/** Loads the public keys of a file, of a server, or of the database. */
export async function loadKeys(io: CliIo, { key, from }: KeySource): Promise<PublicNoteKey[]> {
  if (key !== undefined) return parseKeys((await readBounded(typedPath(key), maxKeysLength)).toString('utf8'), key)
  if (from !== undefined) return fetchKeys(from)
  const keys = await withDatabase(io, ({ db }) => listNoteKeys(db))
  if (keys.length === 0) throw new Refusal('this database has no keys yet: start the server once (npm start)')
  return keys
}

async function fetchKeys(address: string): Promise<PublicNoteKey[]> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new Refusal('--from must be an http(s) address', 2)
  const url = new URL(noteKeysPath, address)
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new Refusal(`${url} is unreachable (${cause instanceof Error ? cause.message : String(cause)})`)
  })
  if (!response.ok) throw new Refusal(`${url} returned ${response.status}`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxKeysLength) throw new Refusal(`${url} is too large to be a list of keys`)
    chunks.push(chunk)
  }
  return parseKeys(Buffer.concat(chunks).toString('utf8'), url.href)
}

function parseKeys(text: string, where: string): PublicNoteKey[] {
  try {
    return keySet.parse(JSON.parse(text)).keys.map(({ x }) => publicNoteKey(x))
  } catch {
    throw new Refusal(`${where} holds no list of Ed25519 keys, as servers publish it at ${noteKeysPath}`)
  }
}
