import { createHash } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { testBrowser } from '@duo/server/testing/accounts.ts'
import { person } from '@duo/server/testing/chat.ts'
import { creator, sendPart, uploadFile } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { maxFileSize } from '../../rules.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const secretSentence = 'The sourdough starter is called Matilda.'

test('a file sent in parts is stored encrypted, and downloads as it was', async () => {
  const studio = await creator(app)
  const file = Buffer.from(secretSentence.repeat(20_000))
  const begun = await studio.upload('bread.txt', file.length)
  expect(begun).toMatchObject({ error: null })
  const { versionId, documentId } = begun as { versionId: string; documentId: string }
  const half = 400_000
  expect(await sendPart(studio.browser, versionId, 0, file.subarray(0, half))).toEqual({ status: 200, body: { received: half } })
  expect((await studio.document(documentId)).next).toMatchObject({ state: 'uploading', received: half })
  expect(await sendPart(studio.browser, versionId, half, file.subarray(half))).toMatchObject({ status: 200 })
  const chunks = await app.db.selectFrom('studio_chunk').where('version_id', '=', versionId).select('bytes').execute()
  expect(Math.max(...chunks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(256 * 1024)
  expect(chunks.some(({ bytes }) => bytes.includes('Matilda'))).toBe(false)
  const original = await studio.browser.request(`/api/studio/originals/${documentId}`)
  expect(original.headers.get('content-disposition')).toBe('attachment; filename=bread.txt')
  expect(original.headers.get('content-type')).toContain('application/octet-stream')
  expect(Buffer.from(await original.arrayBuffer()).equals(file)).toBe(true)
})

describe('a part', () => {
  const file = Buffer.from(secretSentence)

  test('whose answer was lost is not stored twice', async () => {
    const studio = await creator(app)
    const { versionId } = (await studio.upload('a.txt', file.length)) as { versionId: string }
    await sendPart(studio.browser, versionId, 0, file.subarray(0, 10))
    expect(await sendPart(studio.browser, versionId, 0, file.subarray(0, 10))).toEqual({ status: 200, body: { received: 10 } })
    await sendPart(studio.browser, versionId, 10, file.subarray(10))
    expect(await sendPart(studio.browser, versionId, 10, file.subarray(10))).toMatchObject({ status: 200 })
  })

  test('out of its place is refused, with the place to go on from', async () => {
    const studio = await creator(app)
    const { versionId } = (await studio.upload('a.txt', file.length)) as { versionId: string }
    expect(await sendPart(studio.browser, versionId, 5, file.subarray(5))).toEqual({ status: 409, body: { received: 0 } })
    const tooLong = Buffer.concat([file, file])
    expect(await sendPart(studio.browser, versionId, 0, tooLong)).toEqual({ status: 409, body: { received: 0 } })
  })

  test('of another file does not continue an upload', async () => {
    const studio = await creator(app)
    const { versionId, documentId } = (await studio.upload('a.txt', file.length)) as { versionId: string; documentId: string }
    await sendPart(studio.browser, versionId, 0, file.subarray(0, 10))
    const other = Buffer.from('x'.repeat(file.length))
    const next = other.subarray(10)
    const before = sha256(other.subarray(0, 10))
    expect(await sendPart(studio.browser, versionId, 10, next, before)).toEqual({ status: 412, body: { received: 10 } })
    // a place from before another part came is not compared
    expect(await sendPart(studio.browser, versionId, 5, next, before)).toEqual({ status: 409, body: { received: 10 } })
    expect((await sendPart(studio.browser, versionId, 10, next, 'no digest')).status).toBe(400)
    const same = sha256(file.subarray(0, 10))
    expect(await sendPart(studio.browser, versionId, 10, file.subarray(10), same)).toMatchObject({ status: 200 })
    expect(await (await studio.browser.request(`/api/studio/originals/${documentId}`)).text()).toBe(secretSentence)
  })

  test('sent twice at the same time is stored once', async () => {
    const studio = await creator(app)
    const { versionId, documentId } = (await studio.upload('a.txt', file.length)) as { versionId: string; documentId: string }
    const both = await Promise.all([0, 0].map((at) => sendPart(studio.browser, versionId, at, file)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const original = await studio.browser.request(`/api/studio/originals/${documentId}`)
    expect(await original.text()).toBe(secretSentence)
  })

  test.each([
    ['of another account', async () => await person(app), 404],
    ['without a session', async () => testBrowser(app.url), 401],
  ])('%s is refused', async (_whose, open, status) => {
    const studio = await creator(app)
    const { versionId, documentId } = await uploadFile(studio, 'a.txt', secretSentence)
    const otherUser = await open()
    expect((await sendPart(otherUser, versionId, 0, file)).status).toBe(status)
    expect((await otherUser.request(`/api/studio/originals/${documentId}`)).status).toBe(status)
  })

  test.each([
    ['an id that is none', 'nonsense?at=0', 400],
    ['a place that is none', `${crypto.randomUUID()}?at=-1`, 400],
    ['no place', `${crypto.randomUUID()}`, 400],
  ])('with %s is refused', async (_what, path, status) => {
    const { browser } = await creator(app)
    const response = await browser.request(`/api/studio/uploads/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'a',
    })
    expect(response.status).toBe(status)
  })
})

describe('an upload', () => {
  test.each([
    [0, 'empty'],
    [maxFileSize + 1, 'too_large'],
  ])('of %i bytes is refused with %s', async (size, error) => {
    const studio = await creator(app)
    expect(await studio.upload('a.txt', size)).toEqual({ error })
    expect((await studio.documents()).documents).toEqual([])
  })

  test('beyond the plan is refused, also when two begin at the same time', async () => {
    const studio = await creator(app)
    for (let file = 0; file < 9; file += 1) await studio.upload(`${file}.txt`, maxFileSize)
    const both = await Promise.all([studio.upload('a.txt', maxFileSize), studio.upload('b.txt', maxFileSize)])
    expect(both.map(({ error }) => error).sort()).toEqual([null, 'quota'])
  })

  test('needs the declaration of the right to use the text', async () => {
    const { browser, agentId } = await creator(app)
    const file = { agentId, name: 'a.txt', size: 1, replaces: null }
    expect(await browser.call('studio.upload', { ...file, hasRight: false })).toMatchObject({
      status: 400,
      fields: { hasRight: 'right_required' },
    })
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\docs\\plan.txt', 'plan.txt'],
    ['cod\u202Etxt.exe', 'codtxt.exe'],
    ['a\0b\n.txt', 'a b .txt'],
  ])('called %j is stored as %j', async (name, stored) => {
    const studio = await creator(app)
    await studio.upload(name, 5)
    expect((await studio.documents()).documents.map((document) => document.name)).toEqual([stored])
  })

  test('into another account’s agent is not found', async () => {
    const [ana, bruno] = [await creator(app), await creator(app)]
    const file = { agentId: ana.agentId, name: 'a.txt', size: 1, replaces: null, hasRight: true }
    expect(await bruno.browser.call('studio.upload', file)).toMatchObject({ status: 404 })
  })

  test('beyond the disk of the installation is refused', async () => {
    const small = await testApp({ CONFIRM_EMAIL: 'off', STUDIO_DISK_GB: '1' })
    onTestFinished(small.close)
    const studio = await creator(small)
    small.appContext.studio.maxBytes = 100
    expect(await studio.upload('a.txt', 101)).toEqual({ error: 'disk_full' })
    expect(await studio.upload('a.txt', 100)).toMatchObject({ error: null })
  })
})

test('while the disk of the database is full, an upload says so and keeps what was sent', async () => {
  const full = await testApp({ CONFIRM_EMAIL: 'off' })
  onTestFinished(full.close)
  const studio = await creator(full)
  const { versionId, documentId } = (await studio.upload('a.txt', 5)) as { versionId: string; documentId: string }
  await sendPart(studio.browser, versionId, 0, Buffer.from('Fl'))
  const refuse = sql.raw(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse before insert on studio_chunk for each row execute function refuse();
    create trigger refuse before insert on studio_version for each row execute function refuse()`)
  await refuse.execute(full.db)
  expect((await sendPart(studio.browser, versionId, 2, Buffer.from('our'))).status).toBe(507)
  expect(await studio.upload('b.txt', 5)).toEqual({ error: 'disk_full' })
  expect((await studio.document(documentId)).next).toMatchObject({ state: 'uploading', received: 2 })
  await sql.raw('drop trigger refuse on studio_chunk; drop trigger refuse on studio_version').execute(full.db)
  expect(await sendPart(studio.browser, versionId, 2, Buffer.from('our'))).toEqual({ status: 200, body: { received: 5 } })
})

test('all files of an account come in one archive, a folder for each agent, and none of another account’s', async () => {
  const [ana, bruno] = [await creator(app), await creator(app)]
  const large = Buffer.alloc(600_000, 'ab')
  await uploadFile(ana, 'a.txt', 'Flour.')
  await uploadFile(ana, 'a.txt', 'Salt.')
  await uploadFile(ana, 'large.txt', large)
  await ana.upload('unsent.txt', 5)
  await uploadFile(bruno, 'b.txt', 'Water.')
  const response = await ana.browser.request('/api/studio/originals')
  expect(response.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const texts = Object.entries(files).map(([path, bytes]) => [path, bytes.length])
  expect(texts).toEqual([
    ['1 My Duo/large.txt', large.length],
    ['1 My Duo/a.txt', 5],
    ['1 My Duo/2 a.txt', 6],
  ])
  expect((await testBrowser(app.url).request('/api/studio/originals')).status).toBe(401)
})

/** Opens a link as a browser does, which `fetch` cannot. */
const follow = (path: string, cookie: string) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    const headers = { cookie, 'sec-fetch-mode': 'navigate', accept: 'text/html', 'accept-language': 'pt' }
    get(new URL(path, app.url), { headers }, async (response) => {
      done({ status: response.statusCode, headers: response.headers, text: await text(response) })
    }).once('error', fail)
  })

test('a browser that follows a link to a file gets the file, and after the session the sign-in page', async () => {
  const ana = await creator(app)
  const { documentId } = await uploadFile(ana, 'a.txt', 'Flour.')
  const path = `/api/studio/originals/${documentId}`
  const cookie = [...ana.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const file = await follow(path, cookie)
  expect(file).toMatchObject({ status: 200, text: 'Flour.', headers: { 'content-disposition': 'attachment; filename=a.txt' } })
  const archive = await follow('/api/studio/originals', cookie)
  expect(archive.headers).toMatchObject({ 'content-type': 'application/zip' })
  expect(await follow(path, '')).toMatchObject({ status: 303, headers: { location: '/pt/auth?mode=sign-in&next=%2Fstudio' } })
  expect((await follow('/api/studio/originals', '')).headers.location).toBe('/pt/auth?mode=sign-in&next=%2Faccount')
})

test.each([
  ['off', 403],
  ['invited', 403],
  ['on', 200],
])('with STUDIO=%s, an account without an invitation gets %i', async (STUDIO, status) => {
  const closed = await testApp({ CONFIRM_EMAIL: 'off', STUDIO })
  onTestFinished(closed.close)
  const browser = await person(closed)
  expect((await browser.call('studio.overview')).status).toBe(status)
  const part = await sendPart(browser, crypto.randomUUID(), 0, Buffer.from('a'))
  expect(part.status).toBe(status === 200 ? 404 : status)
})
