import type { MessageRow } from './queries.ts'
import type { Message } from './schema.ts'

/** A stored message as the screens see it. */
export function messageOf(row: MessageRow): Message {
  const { id, seq, role, createdAt, clientId, origin, problem, sources, tokens } = row
  const grows = row.status === 'running'
  const content = grows ? (row.grown ?? '') : row.content
  const status = row.status !== 'running' ? row.status : content === '' ? 'waiting' : 'streaming'
  const feedback = row.vote && { feedback: { vote: row.vote, reason: row.reason } }
  return {
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
    tokens,
    ...feedback,
  }
}
