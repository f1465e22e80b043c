import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name, named } from '@duo/platform/browser/ui/name.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, notFound } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { brightAvatarPair, PersonaArt } from '#marketplace/ui/agents/persona-art.tsx'
import { NoindexHead } from '#shell/ui/pages/noindex-head.tsx'
import type { PageContext } from '#shell/ui/pages/page-context.ts'
import type { ChatAgent, SharedResult } from '../../schema.ts'
import { RenderedReply } from '../markdown/rendered-reply.tsx'
import { MachineMadeData } from './machine-made-data.tsx'

/** Throws `notFound` for tokens that are not active. */
export async function loadShared({ api }: PageContext, token: string): Promise<SharedResult> {
  try {
    const { chat } = await api()
    return await chat.shared.query({ token, language: getLocale() })
  } catch (error) {
    const code = failureCode(error)
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    throw error
  }
}

const route = getRouteApi('/shared/$token')

/** Renders without scripts, and shows nothing about the owner. */
export function Page() {
  const { agent, pairs, isCut, sharedAt } = route.useLoaderData()
  const { name, slug, colors } = agent
  return (
    <>
      <NoindexHead title={m.chat_page_title({ name })} description={m.chat_shared_description({ name })} />
      <MachineMadeData pairs={pairs} />
      <article>
        <header
          data-ground="deep"
          style={groundOf(colors[0])}
          className="relative overflow-clip [--color-focus:var(--color-on-deep)]"
        >
          <div aria-hidden="true" className="absolute inset-y-0 right-0 hidden w-1/4 opacity-60 lg:block">
            <PersonaArt slug={slug} colors={colors} className="size-full" />
          </div>
          <Persona agent={agent} sharedAt={sharedAt} />
        </header>
        <div className="mx-auto w-full max-w-[50rem] px-4 py-10 md:px-8 md:py-14">
          {isCut && <p className="mb-8 text-sm text-muted">{m.chat_shared_cut({ count: pairs.length })}</p>}
          {pairs.length === 0 ? (
            <p className="text-lg">{m.chat_shared_empty()}</p>
          ) : (
            // reader views look for such a name; without it they keep the first reply alone
            <ol className="article-body grid list-none gap-8">
              {pairs.map((pair) => (
                <Pair key={pair.id} name={name} pair={pair} />
              ))}
            </ol>
          )}
          <aside className="mt-12 border-t border-line pt-8">
            <p className="text-lg">{named((shown) => m.chat_shared_invitation({ name: shown }), name)}</p>
            <Link
              to="/marketplace"
              search={{ q: name }}
              hash="agents"
              className={`${buttonClasses('primary', 'lg')} mt-5 no-underline!`}
            >
              {named((shown) => m.chat_shared_ask({ name: shown }), name)}
            </Link>
          </aside>
        </div>
      </article>
    </>
  )
}

const groundOf = (deep: string) => ({ '--color-voice-deep': deep }) as CSSProperties

function Persona({ agent, sharedAt }: { agent: ChatAgent; sharedAt: string }) {
  const { name, colors, lived, description } = agent
  const date = formatDate(sharedAt, getLocale())
  return (
    <div className="relative mx-auto w-full max-w-[50rem] px-4 pt-[calc(var(--spacing-header)+2.5rem)] pb-10 md:px-8">
      <div className="flex max-w-[36rem] items-center gap-4">
        <Avatar name={name} pair={brightAvatarPair(colors)} className="size-16 text-xl" />
        <div className="min-w-0">
          <h1 className="font-voice text-3xl font-[560] text-balance md:text-4xl">
            {named((shown) => m.chat_title({ name: shown }), name)}
          </h1>
          <p className="mt-1 text-sm opacity-90">{lived}</p>
        </div>
      </div>
      <p className="mt-5 max-w-[46ch] text-lg">{description}</p>
      <p className="mt-4 max-w-[36rem] text-sm opacity-90">
        {m.chat_shared_on({ date })} {m.chat_simulation()}
      </p>
    </div>
  )
}

function Pair({ name, pair }: { name: string; pair: SharedResult['pairs'][number] }) {
  const { id, question, answer, html, sources } = pair
  return (
    <li className="grid gap-4">
      <p className="max-w-[70%] justify-self-end rounded-voice bg-voice-deep px-4 py-3 whitespace-pre-wrap wrap-anywhere text-on-deep sm:px-5 print:border print:border-line-strong print:text-ink">
        <span className="sr-only">{m.chat_shared_question()}: </span>
        <bdi>{question}</bdi>
      </p>
      <div className="max-w-[70%] min-w-0 justify-self-start rounded-heard border border-line bg-paper-raised px-4 py-3 sm:px-5">
        <span className="sr-only">
          <Name>{name}</Name>:{' '}
        </span>
        <div data-reply={id}>
          <RenderedReply text={answer} html={html} />
        </div>
        {sources.length > 0 && (
          <ol
            aria-label={m.chat_shared_sources()}
            className="mt-3 list-decimal border-t border-line pt-3 pl-5 text-sm text-muted"
          >
            {sources.map(({ title, source }) => (
              <li key={`${title} ${source}`} className="wrap-anywhere">
                <span className="font-semibold text-ink">{title}</span>
                <br />
                {source}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}

export function Ended() {
  return (
    <section className="notice">
      <NoindexHead title={m.chat_shared_ended_page_title()} description={m.chat_shared_ended_text()} />
      <h1>{m.chat_shared_ended_title()}</h1>
      <p className="max-w-[52ch] text-lg">{m.chat_shared_ended_text()}</p>
      <Link to="/marketplace" className={`${buttonClasses('primary', 'lg')} no-underline!`}>
        {m.chat_shared_marketplace()}
      </Link>
    </section>
  )
}
