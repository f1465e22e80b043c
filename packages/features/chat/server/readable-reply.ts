import type { Caller } from '@duo/platform/server/trpc.ts'
import type { Message, RetryResult } from '../schema.ts'

/** A key without `chat:read` writes blindly: no answer of its calls contains stored text. */
const mayRead = ({ access }: Caller) => access.kind === 'session' || access.scopes.includes('chat:read')

/** Crisis help stays readable: it is a fixed text, and the person who wrote must see it. */
const withoutText = (message: Message): Message =>
  message.origin === 'help' ? message : { ...message, content: '', sources: [], next: [] }

/** Removes stored text from the reply of a write, for callers that may not read it. The question is what they just sent. */
export function readableReply<Answer extends object>(user: Caller, answer: Answer): Answer {
  if (mayRead(user)) return answer
  const hidden = { ...answer } as Answer & { reply?: Message; message?: Message }
  if (hidden.reply) hidden.reply = withoutText(hidden.reply)
  if (hidden.message) hidden.message = withoutText(hidden.message)
  return hidden
}

/** A retry returns a question that was stored before. */
export function readableRetry(user: Caller, answer: RetryResult): RetryResult {
  const hidden = readableReply(user, answer)
  if (mayRead(user) || hidden.error !== null || !hidden.question) return hidden
  return { ...hidden, question: withoutText(hidden.question) }
}

export const readableTitle = <Conversation extends { title: string }>(user: Caller, conversation: Conversation): Conversation =>
  mayRead(user) ? conversation : { ...conversation, title: '' }
