import { Zip, ZipPassThrough } from 'fflate'
import { listAgents } from '../agent-queries.ts'
import type { StudioContext } from '../context.ts'
import { listDocuments } from '../documents/document-queries.ts'
import { findOriginal } from './chunk-queries.ts'
import { readOriginal } from './upload.ts'

/** A name of a file or a folder, in any system. */
const safeName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || '_'

/**
 * Streams all files of an account as a ZIP archive, a folder for each agent, one file at a time: an account may have 200 MB. Files that
 * are being uploaded are left out.
 */
export async function* archiveOriginals(context: Pick<StudioContext, 'db' | 'secret' | 'user'>): AsyncGenerator<Uint8Array> {
  const { db, user } = context
  let [ready, failure]: [Uint8Array[], Error | null] = [[], null]
  const archive = new Zip((error, bytes) => {
    failure ??= error
    ready.push(bytes)
  })
  const flush = (): Uint8Array[] => {
    if (failure) throw failure
    const bytes = ready
    ready = []
    return bytes
  }
  const taken = new Set<string>()
  for (const [index, agent] of (await listAgents(db, user.id)).entries())
    for (const document of await listDocuments(db, agent.id)) {
      const own = { documentId: document.id, ownerId: user.id }
      if (!(await findOriginal(db, own))) continue
      const { name, bytes } = await readOriginal(context, document.id)
      const file = new ZipPassThrough(freeName(`${index + 1} ${safeName(agent.name)}`, safeName(name), taken))
      file.mtime = document.createdAt
      archive.add(file)
      file.push(bytes, true)
      yield* flush()
    }
  archive.end()
  yield* flush()
}

/** Two files of an agent may have one name. */
function freeName(folder: string, name: string, taken: Set<string>): string {
  let path = `${folder}/${name}`
  for (let count = 2; taken.has(path); count += 1) path = `${folder}/${count} ${name}`
  taken.add(path)
  return path
}
