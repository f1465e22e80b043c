import { addFile, creator } from '@duo/server/testing/studio.ts'
import { sharer, visitor } from '@duo/server/testing/studio-visitors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { AgentDraft } from '../../agent-schema.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const filler = 'Everything in this part is about the bakery, its people and the street where it has been for years. '
const part = (heading: string, sentence: string) => `# ${heading}\n\n${sentence} ${filler.repeat(5)}`
const hours = part('Opening hours', 'The shop opens at seven on weekdays and at nine on Saturdays.')
const price = (euros: number) => part('Prices', `The baking class costs ${euros} euros and takes four hours.`)

/** A creator with two documents, shared by link, and a visitor. */
async function shared() {
  const studio = await creator(app)
  const hoursId = await addFile(studio, 'hours.md', hours)
  const pricesId = await addFile(studio, 'prices.md', price(50))
  const own = sharer(studio)
  await own.save('Bakery', { line: 'All about our bakery' })
  const result = await own.share()
  if (result.error !== null) throw new Error(result.error)
  const slug = result.sharing.slug ?? ''
  return { ...studio, ...own, hoursId, pricesId, slug, visitor: visitor(app.url, slug), sharing: result.sharing }
}

const classPrice = 'How much does the baking class cost?'

test('what is shared stays as it is while the draft changes, until it is shared again; going back shows the release before', async () => {
  const studio = await shared()
  const { visitor } = studio
  expect(studio.sharing).toMatchObject({ state: 'shared', hasChanges: false, before: null, active: { used: 1, limit: 3 } })
  expect((await visitor.ask(classPrice)).text).toContain('50 euros')

  await studio.save('Another bakery', { line: 'Another line' })
  await addFile(studio, 'prices-new.md', price(80), studio.pricesId)
  await studio.correct('Do you sell bread?', 'No, we teach it.')
  const [passage] = (await studio.passages(studio.hoursId)).passages
  await studio.browser.call('studio.editPassage', {
    id: passage?.id,
    text: 'The shop opens at noon on every single day of the week.',
  })

  expect((await visitor.agent()).agent).toMatchObject({ name: 'Bakery', profile: { line: 'All about our bakery' } })
  expect((await visitor.ask(classPrice)).text).toContain('50 euros')
  expect((await visitor.ask('When does the shop open?')).text).toContain('seven')
  expect((await visitor.ask('Do you sell bread?')).text).not.toContain('we teach it')

  expect(await studio.share()).toMatchObject({
    error: null,
    sharing: { slug: studio.slug, hasChanges: false, before: expect.any(String) },
  })
  expect((await visitor.agent()).agent).toMatchObject({ name: 'Another bakery', profile: { line: 'Another line' } })
  expect((await visitor.ask(classPrice)).text).toContain('80 euros')
  expect((await visitor.ask('When does the shop open?')).text).toContain('noon')
  expect((await visitor.ask('Do you sell bread?')).text).toContain('we teach it')

  expect(await studio.goBack()).toMatchObject({ hasChanges: true, before: null })
  expect((await visitor.ask(classPrice)).text).toContain('50 euros')
})

test('a document deleted from the draft still answers where it is shared; deleted everywhere, it does not', async () => {
  const studio = await shared()
  await studio.browser.call('studio.remove', { documentId: studio.hoursId, everywhere: false })
  expect((await studio.visitor.ask('When does the shop open?')).text).toContain('seven')
  const { sources } = await studio.visitor.ask(classPrice)
  await studio.browser.call('studio.remove', { documentId: studio.pricesId, everywhere: true })
  expect((await studio.visitor.agent()).agent?.documents).toEqual(['hours.md'])
  expect((await studio.visitor.ask(classPrice)).text).not.toContain('euros')
  expect((await studio.visitor.open(sources[0]?.id ?? '')).result).toEqual({ error: 'gone' })
})

test('a replaced document still answers where it is shared; replaced everywhere, it does not until it is shared again', async () => {
  const studio = await shared()
  await addFile(studio, 'prices-new.md', price(80), studio.pricesId)
  expect((await studio.visitor.ask(classPrice)).text).toContain('50 euros')
  const replacement = { agentId: studio.agentId, name: 'prices.md', size: 5, replaces: studio.pricesId, hasRight: true }
  const begun = await studio.browser.call('studio.upload', { ...replacement, everywhere: true })
  expect((await studio.visitor.agent()).agent?.documents).toEqual(['hours.md'])
  expect((await studio.visitor.ask(classPrice)).text).not.toContain('euros')
  // also when the draft is again what was shared, because the upload was cancelled
  await studio.browser.call('studio.cancel', { versionId: (begun.data as { versionId: string }).versionId })
  expect(await studio.share()).toMatchObject({ error: null })
  expect((await studio.visitor.ask(classPrice)).text).toContain('80 euros')
})

test('sharing again brings back a document that was withdrawn from what is shared while the draft stayed', async () => {
  const studio = await shared()
  const replacement = { agentId: studio.agentId, name: 'prices.md', size: 5, replaces: studio.pricesId, hasRight: true }
  const begun = await studio.browser.call('studio.upload', { ...replacement, everywhere: true })
  await studio.browser.call('studio.cancel', { versionId: (begun.data as { versionId: string }).versionId })
  expect(await studio.share()).toMatchObject({ error: null })
  expect((await studio.visitor.ask(classPrice)).text).toContain('50 euros')
})

describe('whether a name is a living person’s', () => {
  const answerOf = async ({ browser, agentId }: Pick<Awaited<ReturnType<typeof shared>>, 'browser' | 'agentId'>) =>
    ((await browser.call('studio.agent', { agentId })).data as AgentDraft).profile.person
  const storedProfile = async (agentId: string) =>
    (await app.db.selectFrom('studio_agent').where('id', '=', agentId).select('profile').executeTakeFirstOrThrow()).profile

  test('must be answered before an agent is shared; the answer is stored with its date', async () => {
    const studio = await creator(app)
    await addFile(studio, 'hours.md', hours)
    const own = sharer(studio)
    expect(await answerOf(studio)).toBeNull()
    expect(await own.share()).toEqual({ error: 'person' })
    await own.save('Marina Alves', { person: null })
    expect(await own.share()).toEqual({ error: 'person' })
    await own.save('Marina Alves', { person: 'self' })
    expect(await storedProfile(studio.agentId)).toMatchObject({
      person: 'self',
      personAt: expect.stringContaining(new Date().toISOString().slice(0, 10)),
    })
    expect(await own.share()).toMatchObject({ error: null })
  })

  test('keeps its date while the name and the answer stay, and is asked again of another name', async () => {
    const studio = await shared()
    const answeredAt = '2020-01-01T00:00:00.000Z'
    const profile = { ...(await storedProfile(studio.agentId)), personAt: answeredAt }
    await app.db.updateTable('studio_agent').set({ profile }).where('id', '=', studio.agentId).execute()
    await studio.save('Bakery', { line: 'Another line' })
    await studio.browser.call('studio.renameAgent', { id: studio.agentId, name: 'Bakery' })
    expect(await storedProfile(studio.agentId)).toMatchObject({ person: 'none', personAt: answeredAt })
    await studio.browser.call('studio.renameAgent', { id: studio.agentId, name: 'Marina Alves' })
    expect(await answerOf(studio)).toBeNull()
    expect(await studio.share()).toEqual({ error: 'person' })
    // what is shared stays
    expect((await studio.visitor.agent()).agent).toMatchObject({ name: 'Bakery', profile: { person: 'none' } })
    await studio.save('Marina Alves', { person: 'agreed' })
    expect(await studio.share()).toMatchObject({ error: null })
  })

  test('is not asked of agents that were shared before the question was required, and of drafts from then it is', async () => {
    const studio = await shared()
    for (const profile of [{}, { person: 'none' }]) {
      await app.db.updateTable('studio_agent').set({ profile }).where('id', '=', studio.agentId).execute()
      expect(await answerOf(studio)).toBe('none')
      expect(await studio.share()).toMatchObject({ error: null })
    }
    const never = { profile: { person: 'none' }, slug: null, release_id: null }
    await app.db.updateTable('studio_agent').set(never).where('id', '=', studio.agentId).execute()
    expect(await answerOf(studio)).toBeNull()
    expect(await studio.share()).toEqual({ error: 'person' })
  })
})

test('what was withdrawn by going back does not come back', async () => {
  const studio = await shared()
  await studio.save('Second')
  await studio.share()
  await studio.goBack()
  await studio.save('Third')
  await studio.share()
  expect((await studio.visitor.agent()).agent).toMatchObject({ name: 'Third' })
  expect(await studio.goBack()).toMatchObject({ before: null })
  expect((await studio.visitor.agent()).agent).toMatchObject({ name: 'Bakery' })
})

test('going back leaves a paused agent paused, and opens no passage meanwhile', async () => {
  const studio = await shared()
  await studio.save('Second')
  await studio.share()
  await studio.pause(true)
  expect(await studio.goBack()).toMatchObject({ state: 'paused', before: null })
  expect((await studio.visitor.ask(classPrice)).status).toBe(403)
})

test('a newly measured coverage can be shared', async () => {
  const studio = await shared()
  expect((await studio.visitor.agent()).agent?.coverage).toBeNull()
  await studio.browser.call('studio.measureCoverage', { agentId: studio.agentId })
  const draft = (await studio.browser.call('studio.agent', { agentId: studio.agentId })).data as AgentDraft
  expect(draft.sharing.hasChanges).toBe(true)
  await studio.share()
  expect((await studio.visitor.agent()).agent?.coverage).toMatchObject({ total: expect.any(Number) })
})

test.each(['Café 日本 Guia', 'Пекарня', '  --  '])('an agent named “%s” has a link that works', async (name) => {
  const studio = await creator(app)
  await addFile(studio, 'hours.md', hours)
  const own = sharer(studio)
  await own.save(name)
  const result = await own.share()
  const slug = result.error === null ? (result.sharing.slug ?? '') : ''
  expect((await visitor(app.url, slug).agent()).status).toBe(200)
})

test('a paused agent shows its page and takes no questions; resumed, it does', async () => {
  const { visitor, pause } = await shared()
  expect(await pause(true)).toMatchObject({ error: null, sharing: { state: 'paused', active: { used: 0 } } })
  expect((await visitor.agent()).agent?.state).toBe('paused')
  expect((await visitor.ask(classPrice)).status).toBe(403)
  expect(await pause(false)).toMatchObject({ error: null, sharing: { state: 'shared' } })
  expect((await visitor.ask(classPrice)).status).toBe(200)
})

test('the free plan has three active agents: a fourth is refused until one is paused, which then cannot be resumed', async () => {
  const studio = await shared()
  const more = async () => {
    const { agent } = (await studio.browser.call('studio.createAgent', { name: 'One more', language: 'en' })).data as {
      agent: { id: string }
    }
    await addFile({ ...studio, upload: uploadTo(studio, agent.id) }, 'hours.md', hours)
    const own = sharer({ browser: studio.browser, agentId: agent.id })
    await own.save('One more')
    return own
  }
  expect(await (await more()).share()).toMatchObject({ error: null })
  expect(await (await more()).share()).toMatchObject({ error: null })
  const fourth = await more()
  expect(await fourth.share()).toEqual({ error: 'plan' })
  await studio.pause(true)
  expect(await fourth.share()).toMatchObject({ error: null, sharing: { active: { used: 3, limit: 3 } } })
  expect(await studio.pause(false)).toEqual({ error: 'plan' })
})

const uploadTo =
  ({ browser }: Pick<Awaited<ReturnType<typeof creator>>, 'browser'>, agentId: string) =>
  async (name: string, size: number, replaces: string | null = null) =>
    (await browser.call('studio.upload', { agentId, name, size, replaces, hasRight: true })).data as never

test('an agent that is no longer shared, or taken down, is not found by page, question, passage and report', async () => {
  const { visitor, app: server, agentId, ...studio } = await shared()
  const { sources } = await visitor.ask(classPrice)
  const statuses = async () => [
    (await visitor.agent()).status,
    (await visitor.ask(classPrice)).status,
    (await visitor.open(sources[0]?.id ?? '')).status,
    await visitor.report('It is wrong.'),
  ]
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const takedown = { taken_down_at: new Date(), takedown_reason: 'A book.' }
  await server.db.updateTable('studio_agent').set(takedown).where('id', '=', agentId).execute()
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect(await studio.share()).toEqual({ error: 'taken_down' })
  await server.db.updateTable('studio_agent').set({ taken_down_at: null }).where('id', '=', agentId).execute()
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect(await studio.unshare()).toMatchObject({ state: 'private', slug: studio.slug })
  expect(await statuses()).toEqual([404, 404, 404, 404])
  // the same link works again
  expect(await studio.share()).toMatchObject({ error: null, sharing: { slug: studio.slug } })
})
