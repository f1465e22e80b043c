import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPermanent } from '../jobs/job.ts'
import { createMailer, type Mail, type Mailer, sendNoting } from './mail.ts'

const received: Array<{ recipients: string[]; source: string }> = []
let refusal: { responseCode: number; message: string } | null = null
let refusesContent = false

const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('who?'), { responseCode: 535 })),
  onRcptTo: ({ address }, _session, callback) =>
    callback(refusal && Object.assign(new Error(`<${address}> ${refusal.message}`), { responseCode: refusal.responseCode })),
  async onData(stream, { envelope }, callback) {
    received.push({ recipients: envelope.rcptTo.map(({ address }) => address), source: await text(stream) })
    callback(refusesContent ? Object.assign(new Error('looks like spam'), { responseCode: 554 }) : null)
  },
})
let address = ''
let mailer: Mailer

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  mailer = createMailer({ smtpUrl: `smtp://${address}`, from: 'Duo <hello@duo.example>' })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((closed) => server.close(() => closed()))
})
beforeEach(() => {
  received.length = 0
  refusal = null
  refusesContent = false
})

const mail: Mail = { to: 'ana@example.com', subject: 'Olá', html: '<p>Oi</p>', text: 'Oi', messageId: 'waitlist.welcome.12' }
const head = () =>
  received[0]?.source
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n\s+/g, ' ')
    .split('\r\n') ?? []
const failure = (sending: Promise<void>) =>
  sending.then(
    () => expect.unreachable('it was sent'),
    (error: Error & { code: string }) => error,
  )

test('delivers both bodies, the headers and a stable Message-ID', async () => {
  await mailer.send({ ...mail, headers: { 'List-Unsubscribe': '<https://duo.example/u>' } })
  expect(received[0]?.recipients).toEqual(['ana@example.com'])
  expect(received[0]?.source).toContain('text/plain')
  expect(received[0]?.source).toContain('text/html')
  expect(head()).toEqual(
    expect.arrayContaining([
      'From: Duo <hello@duo.example>',
      'Message-ID: <waitlist.welcome.12@duo.example>',
      'Auto-Submitted: auto-generated',
      'List-Unsubscribe: <https://duo.example/u>',
    ]),
  )
})

test('line breaks add no headers, and commas add no recipients', async () => {
  await mailer.send({ ...mail, subject: 'Hi\r\nBcc: eve@example.com', headers: { 'X-Kind': 'a\r\nBcc: eve@example.com' } })
  expect(received[0]?.recipients).toEqual(['ana@example.com'])
  expect(head().filter((line) => line.startsWith('Bcc'))).toEqual([])
  for (const to of ['ana@example.com, eve@example.com', 'ana@example.com\r\nBcc: eve@example.com', 'ana']) {
    expect(isPermanent(await failure(mailer.send({ ...mail, to })))).toBe(true)
  }
  expect(received).toHaveLength(1)
})

test('a nonexistent mailbox is a permanent failure whose error does not contain the address', async () => {
  refusal = { responseCode: 550, message: 'no such person' }
  const error = await failure(mailer.send(mail))
  expect(isPermanent(error)).toBe(true)
  expect(error).toMatchObject({ code: 'smtp_550', message: expect.stringContaining('no such person') })
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('ana@')
})

test('a busy or unreachable server and a wrong password are temporary failures', async () => {
  refusal = { responseCode: 451, message: 'try later' }
  const busy = await failure(mailer.send(mail))
  expect(busy.code).toBe('smtp_451')
  const wrongMailer = createMailer({ smtpUrl: `smtp://duo:wrong@${address}`, from: 'hello@duo.example' })
  const locked = await failure(wrongMailer.send(mail))
  expect(locked.code).toBe('smtp_535')
  const lost = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'hello@duo.example' })
  const unreachable = await failure(lost.send(mail))
  expect(unreachable.code).toBe('ESOCKET')
  expect([busy, locked, unreachable].map(isPermanent)).toEqual([false, false, false])
  wrongMailer.close()
  lost.close()
})

test('only a refusal of the recipient for good is noted as one, and only an accepted mail as accepted', async () => {
  const notes: boolean[] = []
  const send = (by: Mailer) =>
    sendNoting(by, mail, async (isRefused) => notes.push(isRefused)).then(
      () => 'sent',
      ({ code }: { code: string }) => code,
    )
  expect([await send(mailer), notes]).toEqual(['sent', [false]])
  refusal = { responseCode: 550, message: 'no such person' }
  expect([await send(mailer), notes]).toEqual(['smtp_550', [false, true]])
  refusal = { responseCode: 450, message: 'try later' }
  expect(await send(mailer)).toBe('smtp_450')
  refusal = null
  refusesContent = true
  expect(await send(mailer)).toBe('smtp_554')
  const lost = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'hello@duo.example' })
  expect(await send(lost)).toBe('ESOCKET')
  lost.close()
  expect(notes).toEqual([false, true])
})

test('a server without TLS gets neither the password nor the mail if TLS is required', async () => {
  const strict = createMailer({ smtpUrl: `smtp://duo:secret@${address}`, from: 'Duo <hello@duo.example>', needsTls: true })
  const refused = await failure(strict.send(mail))
  expect(refused.message).toMatch(/STARTTLS/)
  expect(isPermanent(refused)).toBe(false)
  expect(received).toEqual([])
  strict.close()
})
