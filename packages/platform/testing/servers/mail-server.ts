import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; messageId: string; at: number }

export async function startMailServer({ delay = 0 }: { delay?: number } = {}) {
  const received: ReceivedMail[] = []
  let refusal: { responseCode: number; text: string } | null = null
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refusal && Object.assign(new Error(`<${address}> ${refusal.text}`), { responseCode: refusal.responseCode })),
    onData(stream, session, done) {
      take(stream).then(async (messageId) => {
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, messageId, at: performance.now() })
        await sleep(delay)
        done()
      }, done)
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    /** Every recipient from now on; null accepts them again. */
    refuse: (next: typeof refusal) => {
      refusal = next
    },
    close: () => new Promise<void>((done) => smtp.close(() => done())),
  }
}

async function take(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const { messageId } = await PostalMime.parse(Buffer.concat(chunks))
  return messageId ?? ''
}
