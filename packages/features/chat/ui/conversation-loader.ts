import { getLocale } from '@duo/platform/i18n/locale.ts'
import { notFound, redirect } from '@tanstack/react-router'
import { redirectSignedOut } from '../../auth/ui/redirect-signed-out.ts'
import { failureCode } from '../../auth/ui/trpc-errors.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { ConversationResult, MessagesResult } from '../schema.ts'

const isServer = typeof document === 'undefined'

interface ConversationData extends Pick<ConversationResult, 'conversation' | 'usage'> {
  page: MessagesResult
}

/** Redirects operators without a second factor to their account, and other failures to the marketplace (spec, section 8). */
export async function loadConversation({ api, auth }: PageContext, id: string): Promise<ConversationData> {
  try {
    const { chat } = await api()
    const [{ conversation, usage }, page] = await Promise.all([
      chat.conversation.query({ id, language: getLocale() }),
      chat.messages.query({ conversationId: id, cursor: null, rendered: true }),
    ])
    return { conversation, usage, page }
  } catch (error) {
    const code = failureCode(error)
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    redirectSignedOut(error, { auth }, `/chat/${id}`)
    if (isServer) throw error
    console.error(error)
    throw redirect({ to: '/marketplace', search: { failed: 'conversation' } })
  }
}
