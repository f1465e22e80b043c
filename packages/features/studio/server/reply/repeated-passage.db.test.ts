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

test('within a talk, a passage that was quoted is quoted again where it is the reply; only “more” leaves it out', async () => {
  const studio = await creator(app)
  await addFile(studio, 'bread.md', bread)
  const own = sharer(studio)
  await own.save('Bakery')
  const shared = await own.share()
  if (shared.error !== null) throw new Error(shared.error)
  const guest = visitor(app.url, shared.sharing.slug ?? '')
  const long = 'How long should the bread bake?'
  const first = await guest.ask(long)
  expect(first.text).toContain(baking)
  const turns = [{ question: long, answer: first.text }]
  expect((await guest.ask(long, turns)).text).toContain(baking)
  expect((await guest.ask('At what temperature should I bake the bread?', turns)).text).toContain(baking)
  expect((await guest.ask('Tell me more', turns)).text).not.toContain(baking)
})
