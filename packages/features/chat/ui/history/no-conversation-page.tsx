import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, redirect } from '@tanstack/react-router'
import { redirectSignedOut } from '#auth/ui/redirect-signed-out.ts'
import { NoindexHead } from '#shell/ui/pages/noindex-head.tsx'
import type { PageContext } from '#shell/ui/pages/page-context.ts'

/** Redirects to the member's first conversation, beside which are the others: of the list, else of the archive. */
export async function openFirst(context: PageContext): Promise<void> {
  const first = (await findFirst(context, false)) ?? (await findFirst(context, true))
  if (first) throw redirect({ to: '/chat/$conversationId', params: { conversationId: first.id }, replace: true })
}

async function findFirst({ api, auth }: PageContext, archived: boolean) {
  try {
    const { chat } = await api()
    const { conversations } = await chat.list.query({ search: '', cursor: null, language: getLocale(), archived })
    return conversations[0]
  } catch (error) {
    redirectSignedOut(error, { auth }, '/chat')
    throw error
  }
}

export function Page() {
  return (
    <section className="notice">
      <NoindexHead title={m.chat_none_page_title()} description={m.chat_history_empty_text()} />
      <h1>{m.chat_history_title()}</h1>
      <p className="max-w-[52ch] text-lg">{m.chat_history_empty_text()}</p>
      <Link to="/marketplace" className={`${buttonClasses('primary', 'lg')} no-underline!`}>
        {m.chat_shared_marketplace()}
      </Link>
    </section>
  )
}
