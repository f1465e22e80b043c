import type { SendResult } from '@duo/features/chat/schema.ts'
import { type Browser, follow, person } from './chat.ts'

/** A long reply, one word every 50 ms. */
export const longAnswer = () => ({ kind: 'text' as const, pieces: Array.from({ length: 160 }, (_, i) => ` word-${i}`), gap: 50 })

/** Settings without e-mail confirmation and with a model. */
export const chatSettings = (modelUrl: string) => ({ CONFIRM_EMAIL: 'off', AI_BASE_URL: modelUrl, AI_MODEL: 'local' })

/** Starts a conversation and asks one question, on a server or a balancer. */
export async function startReader(url: string) {
  const browser = await person({ url })
  const { data: listed } = await browser.call('marketplace.agents', { language: 'en' })
  const [agent] = (listed as { agents: { id: string }[] }).agents
  const { data: started, ...why } = await browser.call('chat.start', { agentId: agent?.id })
  if (started === undefined) throw new Error(`failed to start a conversation: ${JSON.stringify(why)}`)
  const { id: conversationId } = (started as { conversation: { id: string } }).conversation
  const { data, code } = await browser.call('chat.send', {
    conversationId,
    clientId: crypto.randomUUID(),
    content: 'Count, please.',
  })
  const sent = data as SendResult | undefined
  if (sent?.error !== null) throw new Error(`not sent: ${code ?? sent?.error}`)
  return { browser, replyId: sent.reply.id }
}

/**
 * Reads a reply to its end as a browser does: reconnects from the last event id when the stream ends, breaks or says
 * `unavailable`. Resolves to the streamed text in chunks and the stored message.
 */
export async function readToTheEnd(browser: Browser, replyId: string) {
  const deadline = performance.now() + 120_000
  let text = ''
  let from: string | undefined
  for (let attempt = 1; ; attempt++) {
    const read = await follow(browser, replyId, from === undefined ? {} : { from }).catch(() => null)
    if (read) {
      text += read.text
      from = read.lastId
    }
    if (read?.end) return { text, message: read.end.message }
    if (performance.now() > deadline) throw new Error(`the reply did not end: ${text.length} characters after ${attempt} streams`)
    await new Promise((again) => setTimeout(again, 100))
  }
}
