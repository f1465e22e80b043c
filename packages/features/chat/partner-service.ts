import type { Context } from '@duo/platform/server/trpc.ts'
import { LRUCache } from 'lru-cache'
import type { Agents, Note, Turn } from './answerer-service.ts'
import { withoutHelp } from './help-service.ts'
import { lookUp } from './reply-service.ts'

/** Conversations that a process keeps in mind, some hundred bytes each. */
const partners = new LRUCache<string, string>({ max: 10_000 })

/** Keeps in mind with whom a conversation is: it never gets another agent. That says nothing of whose it is. */
export function rememberAgent(conversationId: string, agentId: string): void {
  partners.set(conversationId, agentId)
}

/**
 * What the agent's notes hold about a question, looked up beside the conversation where this process has heard of it: what a model would
 * otherwise wait for longest, after all the rest. Undefined where it has not, and where a question may be sent to an endpoint to find
 * notes: nothing is sent before the sender is known and found to need no help.
 */
export function earlyNotes(
  ctx: Context,
  agents: Agents,
  { conversationId, content: question }: { conversationId: string; content: string },
  talking: Promise<{ turns: Turn[] } | undefined>,
): Promise<Note[]> | undefined {
  const agentId = partners.get(conversationId)
  if (agentId === undefined || ctx.embeddings) return undefined
  const history = talking.then((talk) => withoutHelp(talk?.turns ?? []).toReversed())
  const notes = lookUp(ctx, agents, { agentId, question, history })
  // reported to the person whose question needs them
  history.catch(() => {})
  notes.catch(() => {})
  return notes
}
