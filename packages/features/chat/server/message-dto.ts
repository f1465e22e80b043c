import type { Message, ReplyHelp, Version } from '../schema.ts'
import type { InsertedQuestion } from './insert-question-queries.ts'
import type { MessageRow } from './message-queries.ts'

export function toMessage(row: Omit<MessageRow, 'path'>): Message {
  const { versions, versionOf } = row
  const { id, seq, role, createdAt, clientId, origin, problem, sources, tokens, next } = row
  const isGrowing = row.status === 'running'
  const content = isGrowing ? (row.grown ?? '') : row.content
  const status: Message['status'] = row.status !== 'running' ? row.status : content === '' ? 'waiting' : 'streaming'
  const message = {
    id,
    seq,
    role,
    content,
    created_at: createdAt.toISOString(),
    clientId,
    status,
    origin,
    problem,
    sources,
    next,
    tokens,
  }
  return {
    ...message,
    ...(row.help && { help: row.help }),
    ...(row.provenance && { provenance: row.provenance }),
    ...(row.vote && { feedback: { vote: row.vote, reason: row.reason } }),
    ...(versions && versions.length > 1 && versionOf && { version: versionAmong(versions, { id, of: versionOf }) }),
  }
}

/** Returns the version info of a question. `ids` are all its versions, oldest first. */
export function versionAmong(ids: readonly string[], { id, of }: { id: string; of: string }): Version {
  const at = ids.indexOf(id)
  return { of, number: at + 1, count: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}

export const pendingReply = (id: string, { seq, createdAt }: InsertedQuestion, help: ReplyHelp | null = null): Message => ({
  id,
  seq,
  role: 'assistant',
  content: '',
  created_at: createdAt.toISOString(),
  clientId: null,
  status: 'waiting',
  origin: null,
  problem: null,
  sources: [],
  next: [],
  tokens: null,
  ...(help && { help }),
})

export const newQuestion = (
  id: string,
  inserted: InsertedQuestion & { version?: Version },
  { clientId, content }: { clientId: string; content: string },
): Message => ({
  ...pendingReply(id, inserted),
  seq: inserted.seq - 1,
  role: 'user',
  content,
  clientId,
  status: 'done',
  ...(inserted.version && { version: inserted.version }),
})
