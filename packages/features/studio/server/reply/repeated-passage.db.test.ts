import { addFile, creator } from '@duo/server/testing/studio.ts'
import { sharer, visitor } from '@duo/server/testing/studio-visitors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const app = await testApp({ CONFIRM_EMAIL: 'off', TRUST_PROXY: '1' })
afterAll(app.close)

const bread = `# Sourdough basics

## Feeding the starter
Feed the starter once a day with flour and water.

## Baking
Bake the bread in a closed pot at 240 degrees for 25 minutes. The bread is done when it sounds hollow.

## Storing
Keep bread cut side down on a board for three days.
`
const baking = 'Bake the bread in a closed pot at 240 degrees for 25 minutes.'

/** A shared agent of one English document, and a turn about it. */
async function sharedBread() {
  const studio = await creator(app)
  await addFile(studio, 'bread.md', bread)
  const own = sharer(studio)
  await own.save('Bakery')
  const shared = await own.share()
  if (shared.error !== null) throw new Error(shared.error)
  const { ask } = visitor(app.url, shared.sharing.slug ?? '')
  const question = 'How long should the bread bake?'
  const { text } = await ask(question)
  return { ask, question, turns: [{ question, answer: text }] }
}

test('within a talk, a passage that was quoted is quoted again where it is the reply; only “more” leaves it out', async () => {
  const { ask, turns, question } = await sharedBread()
  expect(turns[0]?.answer).toContain(baking)
  expect((await ask(question, turns)).text).toContain(baking)
  expect((await ask('At what temperature should I bake the bread?', turns)).text).toContain(baking)
  expect((await ask('Tell me more', turns)).text).not.toContain(baking)
})

test('after a reply, a new question with words that no passage has is not covered, and a following one is answered with it', async () => {
  const { ask, turns } = await sharedBread()
  expect((await ask('Is tap water good?')).text).toBe('My documents do not cover that.')
  expect((await ask('Is tap water good?', turns)).text).toBe('My documents do not cover that.')
  expect((await ask('and the starter?', turns)).text).toContain('Feed the starter once a day')
})

test('a question in another language than the documents is sent to theirs, not refused as missing', async () => {
  const { ask } = await sharedBread()
  expect((await ask('Como eu guardo o pão depois de assado?')).text).toMatch(
    /^(?:My documents are|Meus documentos estão) (?:in English|em inglês)/,
  )
  expect((await ask('How do I mend a bicycle?')).text).toBe('My documents do not cover that.')
})
