import { getLocale } from '@duo/platform/i18n/locale.ts'
import { notFound, redirect } from '@tanstack/react-router'
import { failureCode, isSignedOut } from '../../auth/ui/trpc-errors.ts'
import { toSessionState } from '../../session/ui/session-store.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { ConversationAnswer, MessagesAnswer } from '../schema.ts'

interface ConversationData extends Pick<ConversationAnswer, 'conversation' | 'usage'> {
  page: MessagesAnswer
}

/**
 * Loads a conversation with its newest messages. One that is missing, or of another account, is not found. Redirects an operator without a
 * second factor to the account page, and in the browser every other failure to the marketplace, which says so (spec, section 8).
 */
export async function loadConversation({ api, auth }: PageContext, id: string): Promise<ConversationData> {
  try {
    const { chat } = await api()
    const [{ conversation, usage }, page] = await Promise.all([
      chat.conversation.query({ id, language: getLocale() }),
      chat.messages.query({ conversationId: id, cursor: null }),
    ])
    return { conversation, usage, page }
  } catch (error) {
    const code = failureCode(error)
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    if (isSignedOut(error)) {
      auth.set(toSessionState('signed_out', null))
      throw redirect({ to: '/auth', search: { mode: 'sign-in', next: `/chat/${id}` } })
    }
    // its account page says how to add one
    if (code === 'second_factor_needed') throw redirect({ to: '/account', hash: 'second-factor' })
    if (typeof document === 'undefined') throw error
    console.error(error)
    throw redirect({ to: '/marketplace', state: { conversationFailed: true } })
  }
}
