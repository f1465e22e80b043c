import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { digestOf, type NoteClaims } from '@duo/features/chat/server/provenance/claims.ts'
import { signNote } from '@duo/platform/server/provenance/note-key.ts'
import { createKeys } from '@duo/platform/server/security/keys.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { main } from './verify.ts'

const noteKeysOf = (secret: string) => createKeys({ secret, dataKey: Buffer.alloc(32) }).noteKeys
const [key] = noteKeysOf('the secret of the server whose files are checked')
const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'
const id = '01a2179e-8b53-770b-92e6-7f88d28bd321'
const answer = 'I wrote **notes** on the engine.[1]\n\n1. Cards & <b>looms</b>'

const claimsOf = (content: string): NoteClaims => ({
  iss: 'https://goduo.example',
  sub: id,
  iat: 1_795_000_000,
  made_at: '2026-11-26T11:29:59.176Z',
  agent: 'ada-lovelace',
  agent_version: 'v1',
  engine: 'offline',
  model: null,
  digital_source_type: term,
  text_sha256: digestOf(content),
})
const note = await signNote(key, claimsOf(answer))

function fileWith(content: string | Buffer, name = 'file') {
  const folder = mkdtempSync(join(tmpdir(), 'duo-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function verify(content: string | Buffer, keys: object = { keys: [key.publicKey] }) {
  return run(fileWith(content), '--key', fileWith(JSON.stringify(keys)))
}

async function run(...args: string[]) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 10_000_000 }), { isTTY: false })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  const open = async () => {
    throw new Error('the database is not needed')
  }
  const code = await main([...args, '--json'], { ...io, open })
  io.stdout.end()
  io.stderr.end()
  const out = await text(io.stdout)
  const rows = (out === '' ? [] : JSON.parse(out)) as { state: string; reason: string }[]
  return { code, rows, states: rows.map(({ state }) => state), stderr: await text(io.stderr) }
}

const message = { id, role: 'assistant', content: answer, status: 'done', origin: 'offline', provenance: note }
const question = { id: 'q', role: 'user', content: 'What did you write?', status: 'done', origin: null }
const help = { id: 'h', role: 'assistant', content: 'Call 988.', status: 'done', origin: 'help' }
const apiResult = (reply: object) => JSON.stringify({ result: { data: { messages: [question, reply, help], path: 0 } } })
const download = (reply: object) => JSON.stringify({ conversations: [{ title: 't', messages: [question, reply] }] }, null, 2)
const shared = (reply: { content: string }) =>
  JSON.stringify({ result: { data: { pairs: [{ id, question: 'Why?', answer: reply.content, provenance: note }] } } })
const stream = ({ content }: { content: string }) =>
  [
    { type: 'text', text: content.slice(0, 9) },
    { type: 'text', text: content.slice(9) },
    { type: 'end', origin: 'offline', provenance: note },
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')
const markdown = ({ content }: { content: string }) =>
  `# Ada\n\n**You**, today\n\n> Why?\n\n**Ada**, today\n\n<!-- duo:reply ${id} ${term} -->\n\n${content}\n\n<!-- duo:note ${id} ${note} -->\n\n1. Cards\n`
const plain = (reply: { content: string }) => markdown(reply).replaceAll('<!-- ', '[').replaceAll(' -->', ']')
const shownAnswer =
  '<div class="grid"><p>I wrote <strong>notes</strong> on the engine.<sup>1</sup></p><ol><li>Cards &amp; &lt;b&gt;looms&lt;/b&gt;</li></ol></div>'
function page({ content }: { content: string }, visible = shownAnswer, type = term) {
  const identifier = { '@type': 'PropertyValue', propertyID: 'JWS', value: note }
  const reply = { '@type': 'Message', '@id': `urn:uuid:${id}`, text: content, digitalSourceType: type, identifier }
  const data = JSON.stringify({ '@type': 'Conversation', hasPart: [reply] }).replaceAll('<', '\\u003c')
  return `<!DOCTYPE html><html><body><script type="application/ld+json">${data}</script><ol><li><p>Why?</p><div class="bubble"><span class="sr-only">Ada<!-- -->: </span><div data-reply="${id}">${visible}</div></div></li></ol></body></html>`
}

const kinds = {
  'an API result': apiResult,
  'a download': download,
  'a shared result': shared,
  'a stream': stream,
  Markdown: markdown,
  'plain text': plain,
  'a page': page,
}

test.each(Object.entries(kinds))(
  '%s is valid as it was given out, and altered after any change of the text',
  async (_kind, make) => {
    const valid = await verify(make(message))
    expect(valid).toMatchObject({ code: 0, stderr: '' })
    const facts = { state: 'valid', agent: 'ada-lovelace', engine: 'offline', made: '2026-11-26T11:29:59.176Z', reply: id }
    expect(valid.rows[0]).toMatchObject(facts)
    const altered = await verify(make({ ...message, content: answer.replace('notes', 'novels') }))
    expect(altered).toMatchObject({ code: 1, rows: expect.arrayContaining([expect.objectContaining({ state: 'altered' })]) })
    expect(altered.stderr).toContain('1 of ')
  },
)

test('line ends of another system change nothing', async () => {
  expect(await verify(markdown(message).replaceAll('\n', '\r\n'))).toMatchObject({ code: 0, states: ['valid'] })
})

test('line ends that the model wrote change nothing either', async () => {
  const content = answer.replaceAll('\n', '\r\n')
  const windows = await signNote(key, claimsOf(content))
  for (const text of [content, answer])
    expect(await verify(markdown({ content: text }).replace(note, windows))).toMatchObject({ code: 0, states: ['valid'] })
})

test('a machine-made reply without its note does not pass beside a valid one', async () => {
  const other = { ...message, id: id.replace('0', '1'), content: 'Totally other text', provenance: undefined }
  for (const origin of ['offline', 'model', null, undefined]) {
    const result = await verify(JSON.stringify({ messages: [message, { ...other, origin }] }))
    expect(result).toMatchObject({ code: 1, states: ['valid', 'unsigned'], stderr: expect.stringContaining('(unsigned: 1)') })
  }
})

describe('a page', () => {
  const dose = 'Take **1.5** mg, never -20. See [the site](https://goduo.example/a).[1]'
  const shownDose =
    '<div class="grid"><p>Take <strong>1.5</strong> mg, never -20. See <a href="https://goduo.example/a">the site</a>.<span class="x">1</span></p></div>'
  const check = async (change: (html: string) => string) => {
    const signed = await signNote(key, claimsOf(dose))
    return verify(change(page({ content: dose }, shownDose).replace(note, signed)))
  }

  test('passes as it was saved', async () => {
    expect(await check((html) => html)).toMatchObject({ code: 0, states: ['valid'] })
  })

  const open = `<div data-reply="${id}">`
  test.each([
    ['another dose', '<strong>1.5</strong>', '<strong>15</strong>'],
    ['no sign', '-20', '20'],
    ['another target of a link', 'href="https://goduo.example/a"', 'href="https://evil.example/"'],
    ['the reply hidden', open, `${open.replace('<div ', '<div hidden ')}`],
    ['the reply hidden inside', '<div class="grid">', '<div hidden>'],
    ['a hidden word', '<p>Take', '<p class="sr-only">Take'],
    ['the reply hidden by an element around it', '<ol>', '<ol style="display:none">'],
    ['another text before the reply', open, `<div>Buy bitcoin now</div>${open}`],
    ['another text after the reply', '</div></div></div></li>', '</div></div>Buy bitcoin now</div></li>'],
    ['a drawing in the reply', '</p></div>', '</p><svg><text>Buy</text></svg></div>'],
  ])('with %s is altered', async (_what, from, to) => {
    expect((await check((html) => html.replace(from, to))).code).toBe(1)
    expect(await check((html) => html.replace(from, to))).toMatchObject({ states: expect.arrayContaining(['altered']) })
  })
})

test('a page that shows another text than its data is altered', async () => {
  for (const visible of [shownAnswer.replace('notes', 'novels'), `${shownAnswer}</div><div data-reply="${id}">Another`, ''])
    expect(await verify(page(message, visible)), visible).toMatchObject({ code: 1, states: ['altered'] })
  const another = term.replace('algorithmic', 'trainedAlgorithmic')
  expect(await verify(page(message, shownAnswer, another))).toMatchObject({ code: 1, states: ['altered'] })
})

test('a note of another reply, another origin and a made-up note are altered', async () => {
  for (const change of [{ id: id.replace('0', '1') }, { origin: 'model' }, { provenance: 'made.up.note' }])
    expect(await verify(download({ ...message, ...change }))).toMatchObject({ code: 1, states: ['altered'] })
})

test('another key is named as such, and an earlier key of the server still fits', async () => {
  const [other] = noteKeysOf('the secret of some other server, 32 characters')
  const strange = await verify(download(message), { keys: [other.publicKey] })
  expect(strange).toMatchObject({ code: 1, states: ['unknown key'] })
  expect(await verify(download(message), { keys: [other.publicKey, key.publicKey] })).toMatchObject({ code: 0 })
})

test('a text by people is unsigned, and a file without any note does not pass', async () => {
  expect(await verify(apiResult(message))).toMatchObject({ code: 0, states: ['valid', 'by people'] })
  const { provenance: _removed, ...unsigned } = message
  const result = await verify(apiResult(unsigned))
  expect(result).toMatchObject({ code: 1, states: ['unsigned', 'by people'] })
  expect(result.rows.map(({ reason }) => reason)).toEqual(['no note', 'without a note: the file says that people wrote it'])
})

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description Iptc4xmpExt:DigitalSourceType="${term}"/></x:xmpmeta>`
const svg = (metadata: string) => `<svg xmlns="http://www.w3.org/2000/svg"><metadata>${metadata}</metadata></svg>`
function png(keyword: string) {
  const data = Buffer.from(`${keyword}\0\0\0\0\0${xmp}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), length, Buffer.from('iTXt'), data, Buffer.alloc(4)])
}

test('a picture passes with the mark and fails without', async () => {
  for (const picture of [svg(xmp), png('XML:com.adobe.xmp')])
    expect(await verify(picture)).toMatchObject({ code: 0, rows: [{ state: 'marked', source: term }] })
  for (const picture of [svg(''), png('Comment'), png('XML:com.adobe.xmp').subarray(0, 60), svg(xmp.replace(term, 'http://x/'))])
    expect(await verify(picture)).toMatchObject({ code: 1, rows: [], stderr: expect.stringContaining('how it was made') })
})

test('anything else ends with one sentence', async () => {
  const big = fileWith('')
  truncateSync(big, 50_000_001)
  expect(await run(big)).toMatchObject({ code: 1, stderr: expect.stringMatching(/has 51 MB: at most 50 MB are read\n$/) })
  expect(await run(tmpdir())).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a file') })
  expect(await run('/nowhere/at-all')).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') })
  for (const content of ['', 'hello', '{}', '[[', '<!doctype html>', 'data: {', '\0'])
    expect(await verify(content)).toMatchObject({ code: 1, stderr: expect.stringContaining('has no marked reply') })
  expect(await verify(Buffer.from([0xff, 0xfe, 0x00]))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('neither text'),
  })
  expect(await verify(download(message), { keys: [{ kty: 'RSA' }] })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no list'),
  })
  expect(await run(fileWith('{}'), '--key', 'a', '--from', 'b')).toMatchObject({ code: 2 })
})

test('hostile files end soon', async () => {
  const started = performance.now()
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const tags = `<!doctype html>${`<div data-reply="${id}">`.repeat(200_000)}`
  const open = `<!doctype html><div data-reply="${id}">${'<'.repeat(1_000_000)}`
  const scripts = `<!doctype html>${'<script type="application/ld+json">'.repeat(100_000)}`
  const markers = `[duo:reply ${id} x]\n`.repeat(200_000)
  for (const content of [deep, tags, open, scripts, markers, `data: ${'['.repeat(1_000_000)}`])
    expect((await verify(content)).code).toBe(1)
  expect(performance.now() - started).toBeLessThan(20_000)
})
