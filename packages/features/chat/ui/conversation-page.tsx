import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ConversationRoom, roomClasses } from './conversation-room.tsx'
import { MessagesSkeleton } from './messages/messages-skeleton.tsx'

const route = getRouteApi('/connected/chat/$conversationId')

function PrivateHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

export function Page() {
  const { conversation, page, usage } = route.useLoaderData()
  return (
    <>
      <PrivateHead title={m.chat_page_title({ name: conversation.agent.name })} />
      <ConversationRoom conversation={conversation} page={page} usage={usage} />
    </>
  )
}

export function Waiting() {
  return (
    <div data-page="talk" className={roomClasses}>
      <p role="status" className="sr-only">
        {m.chat_loading()}
      </p>
      <div
        aria-hidden="true"
        className="h-header flex-none bg-paper-sunk low:h-auto low:w-48 lg:h-auto lg:w-[21rem] lg:rounded-tr-[5rem] xl:w-[25rem]"
      />
      <div className="mx-auto flex w-full max-w-[62rem] flex-1 flex-col justify-end gap-6 px-4 pb-[calc(2rem+var(--spacing-room))] md:px-8">
        <MessagesSkeleton />
        <Skeleton className="h-14 w-full rounded-heard" />
      </div>
    </div>
  )
}

/** Shown for missing conversations and those of other users alike (spec, section 2). */
export function Missing() {
  return (
    <section className="notice">
      <PrivateHead title={m.chat_missing_page_title()} />
      <h1>{m.chat_missing_title()}</h1>
      <p className="max-w-[52ch] text-lg">{m.chat_missing_text()}</p>
      <Link to="/marketplace" className={`${buttonClasses('primary', 'lg')} no-underline!`}>
        {m.chat_missing_back()}
      </Link>
    </section>
  )
}
