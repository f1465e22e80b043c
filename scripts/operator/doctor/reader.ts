import { readerIsolation } from '@duo/reader/child/reader-isolation.ts'
import type { Env } from '@duo/server/config/env.ts'
import { type Finding, note, ok, skip } from './finding.ts'

/** What holds for the processes that read creators' files on this system. */
export async function checkReader({ STUDIO }: Pick<Env, 'STUDIO'>): Promise<Finding> {
  if (STUDIO === 'off') return skip('STUDIO is off')
  const { network, files, memory } = await readerIsolation()
  const missing = [
    ...(network ? [] : ['without network']),
    ...(files ? [] : ['without files']),
    ...(memory ? [] : ['within 512 MB']),
  ]
  if (missing.length === 0) return ok('files are read by a process without network and files, within 512 MB')
  return note(
    `files are read by a process of their own, but not ${missing.join(', ')}`,
    'permit network namespaces (RestrictNamespaces=user net), and use Linux with Node 24',
  )
}
