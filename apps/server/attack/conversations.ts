import { testBrowser } from '../testing/accounts.ts'
import { follow } from '../testing/chat.ts'
import type { Person } from './people.ts'

export function browserOf(url: string, { bearer }: Pick<Person, 'bearer'>) {
  const browser = testBrowser(url)
  browser.cookies.set('duo.session_token', encodeURIComponent(bearer))
  return browser
}

export async function startConversation(url: string, person: Person, agentId: string, content = 'What is an engine?') {
  const browser = browserOf(url, person)
  const started = await browser.call('chat.start', { agentId })
  if (started.code) throw new Error(`failed to start a conversation: ${started.code}`)
  const { id: conversationId } = (started.data as { conversation: { id: string } }).conversation
  const sent = await browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content })
  const { question, reply } = sent.data as { question: { id: string }; reply: { id: string } }
  const { end, text: streamed } = await follow(browser, reply.id)
  if (end?.message?.status !== 'done') throw new Error(`the reply ended as ${end?.message?.status ?? 'no event'}`)
  return { browser, conversationId, questionId: question.id, replyId: reply.id, streamed, stored: end.message.content }
}
