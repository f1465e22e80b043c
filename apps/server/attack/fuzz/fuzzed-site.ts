import { makeSignup } from '@duo/db/factories.ts'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll } from 'vitest'
import { startConversation } from '../conversations.ts'
import { makePeople } from '../people.ts'
import { keys, type Site, startSite } from '../site.ts'
import type { ValidValues } from './inputs.ts'
import type { RawRequest } from './raw-request.ts'

export const callers = ['anonymous', 'signed in'] as const
export type Caller = (typeof callers)[number]

interface FuzzedSite extends Site {
  validValues: ValidValues
  /** Adds the caller's headers. Every request has another address and one of several sessions. */
  from: (caller: Caller, request: RawRequest, index: number) => RawRequest
}

const peopleCount = tries(40, 6) // many, because the message limit is per person

/** Starts a site with people, conversations, entries and tickets. Their real values appear in the inputs. */
export async function startFuzzedSite(settings: Record<string, string> = {}): Promise<FuzzedSite> {
  const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: words('An engine weaves patterns.') }) })
  afterAll(model.close)
  const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local', ...settings } })
  const { db } = site.database
  const people = await makePeople(db, peopleCount)
  const agents = await db.selectFrom('marketplace_agent').select(['id', 'slug']).execute()
  const conversations = await Promise.all(
    people.slice(0, 4).map((person) => startConversation(site.url, person, agents[0]?.id ?? '')),
  )
  const entries = await Promise.all(Array.from({ length: 4 }, () => makeSignup(db)))
  const tickets = await Promise.all(
    entries.flatMap(({ id: subject }) =>
      Object.values(ticketPurposes).map((purpose) => signTicket(keys, { purpose, subject, expiresIn: '1d' })),
    ),
  )
  const conversationId = conversations.map((conversation) => conversation.conversationId)
  const validValues = {
    id: [...conversationId, ...people.map(({ sessionId }) => sessionId)],
    conversationId,
    messageId: conversations.flatMap(({ questionId, replyId }) => [questionId, replyId]),
    agentId: agents.map(({ id }) => id),
    slug: agents.map(({ slug }) => slug),
    ticket: tickets,
    token: tickets,
    refresh_token: tickets,
    invitedByCode: entries.map(({ referral_code }) => referral_code),
    email: [...people.map(({ email }) => email), ...entries.map(({ email }) => email)],
  }
  const from = (caller: Caller, request: RawRequest, index: number) => {
    const address = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.7` }
    const session = { authorization: `Bearer ${people[index % people.length]?.bearer}` }
    return { ...request, headers: { ...address, ...(caller === 'signed in' && session), ...request.headers } }
  }
  return { ...site, validValues, from }
}
