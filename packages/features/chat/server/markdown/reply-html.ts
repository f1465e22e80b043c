import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { findHtml, type StoredHtml, storeHtml } from './reply-html-queries.ts'

type RenderContext = Pick<AppContext, 'db' | 'log' | 'replyRenderer'>

/** A reply that has ended. */
interface EndedReply {
  id: string
  content: string
  sources: readonly unknown[]
}

/** How long a page waits for all its replies together, ms. */
const pageDeadlineMs = 1_000

/** Bytes of HTML on a page. Replies beyond it, the oldest, are shown as plain text. */
const maxPageLength = 360_000

/**
 * Returns the sanitised HTML of replies, newest first. Replies without stored HTML are rendered now. The page waits for them up to
 * its deadline: later ones are absent, so that only this view shows them as plain text, and the next view finds them stored.
 */
export async function htmlOfReplies(context: RenderContext, replies: readonly EndedReply[]): Promise<Map<string, string>> {
  const ids = replies.map(({ id }) => id)
  const stored = await findHtml(context.db, ids, maxPageLength)
  const missing = replies.filter(({ id }) => !stored.has(id))
  const rendered = missing.length > 0 ? await renderInTime(context, missing) : new Map<string, string | null>()
  const page = new Map<string, string>()
  let length = 0
  for (const id of ids) {
    const html = stored.get(id) ?? rendered.get(id)
    if (!html || length + html.length > maxPageLength) continue
    length += html.length
    page.set(id, html)
  }
  return page
}

/** Stores the HTML of a reply that just ended. A failure is logged: the first view tries again. */
export async function renderEndedReply(context: RenderContext, reply: EndedReply): Promise<void> {
  await renderAndStore(context, reply, new Map())
}

async function renderInTime(context: RenderContext, replies: readonly EndedReply[]): Promise<StoredHtml> {
  const rendered: StoredHtml = new Map()
  const waiting = new AbortController()
  const all = Promise.all(replies.map((reply) => renderAndStore(context, reply, rendered)))
  await Promise.race([all, sleep(pageDeadlineMs, null, { signal: waiting.signal })])
  waiting.abort()
  return new Map(rendered)
}

/** Goes on after a page's deadline, so that the next view finds the HTML stored. Never throws. */
async function renderAndStore({ db, log, replyRenderer }: RenderContext, reply: EndedReply, rendered: StoredHtml) {
  const { id, content, sources } = reply
  try {
    const html = await replyRenderer.render({ id, text: content, citations: sources.length })
    rendered.set(id, html)
    await storeHtml(db, new Map([[id, html]]))
  } catch (err) {
    log.warn({ err, reply: id }, 'failed to render or store a reply, shown as plain text')
  }
}
