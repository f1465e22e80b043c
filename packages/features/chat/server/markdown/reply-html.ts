import type { AppContext } from '@duo/platform/server/trpc.ts'
import { findHtml, type StoredHtml, storeHtml } from './reply-html-queries.ts'

type RenderContext = Pick<AppContext, 'db' | 'log' | 'replyRenderer'>

/** A reply that has ended. */
interface EndedReply {
  id: string
  content: string
  sources: readonly unknown[]
}

/** For all replies of a page together, and for a reply that just ended, ms. */
const viewDeadlineMs = 1_000
const endDeadlineMs = 10_000

/** Characters of HTML on a page. Replies beyond it, oldest first, are shown as plain text. */
const maxPageLength = 240_000

/**
 * Returns the sanitised HTML of replies, newest first. Replies without stored HTML are rendered now; those that miss the deadline
 * are absent, so that only this view shows them as plain text.
 */
export async function htmlOfReplies(context: RenderContext, replies: readonly EndedReply[]): Promise<Map<string, string>> {
  const stored = await findHtml(
    context.db,
    replies.map(({ id }) => id),
  )
  const missing = replies.filter(({ id }) => !stored.has(id))
  const rendered = missing.length > 0 ? await renderNow(context, missing, viewDeadlineMs) : new Map()
  const page = new Map<string, string>()
  let length = 0
  for (const { id } of replies) {
    const html = stored.get(id) ?? rendered.get(id)
    length += html?.length ?? 0
    if (length > maxPageLength) break
    if (html) page.set(id, html)
  }
  return page
}

/** Stores the HTML of a reply that just ended. A failure is logged: the first view tries again. */
export async function renderEndedReply(context: RenderContext, reply: EndedReply): Promise<void> {
  await renderNow(context, [reply], endDeadlineMs)
}

async function renderNow(
  { db, log, replyRenderer }: RenderContext,
  replies: readonly EndedReply[],
  deadlineMs: number,
): Promise<StoredHtml> {
  const rendered: StoredHtml = new Map()
  const signal = AbortSignal.timeout(deadlineMs)
  const render = async ({ id, content, sources }: EndedReply) => {
    try {
      rendered.set(id, await replyRenderer.render({ text: content, citations: sources.length }, signal))
    } catch (err) {
      log.warn({ err, reply: id }, 'failed to render reply, shown as plain text')
    }
  }
  await Promise.all(replies.map(render))
  if (rendered.size > 0)
    await storeHtml(db, rendered).catch((err: unknown) => log.warn({ err }, 'failed to store the HTML of replies'))
  return rendered
}
