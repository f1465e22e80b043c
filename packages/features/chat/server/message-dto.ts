import type { Message, Version } from '../schema.ts'
import type { MessageRow } from './conversation-queries.ts'
import type { InsertedTurn } from './send-message-queries.ts'

/** A stored message as the screens see it. */
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
    ...(row.vote && { feedback: { vote: row.vote, reason: row.reason } }),
    ...(versions && versions.length > 1 && versionOf && { version: versionAmong(versions, { id, of: versionOf }) }),
  }
}

/** Which version of a question one is, among all, oldest first. */
export function versionAmong(ids: readonly string[], { id, of }: { id: string; of: string }): Version {
  const at = ids.indexOf(id)
  return { of, number: at + 1, count: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}

/** A reply that was stored a moment ago, with nothing in it yet. */
export const pendingReply = (id: string, { seq, createdAt }: InsertedTurn): Message => ({
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
})

/** The question that was stored with a reply, which is right before it. */
export const newQuestion = (
  id: string,
  inserted: InsertedTurn & { version?: Version },
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
