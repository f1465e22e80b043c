import { LRUCache } from 'lru-cache'

/** Conversations that a process keeps in mind, some hundred bytes each. */
const partners = new LRUCache<string, string>({ max: 10_000 })

/** The agent of a conversation, where this process has heard of it: a conversation never gets another one. It says nothing of whose it is. */
export const knownAgent = (conversationId: string): string | undefined => partners.get(conversationId)

export function rememberAgent(conversationId: string, agentId: string): void {
  partners.set(conversationId, agentId)
}
