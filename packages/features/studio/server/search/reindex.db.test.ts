import { addFile, creator } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { reindexAgents } from './reindex.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

test('an agent of a former index is indexed again, with the same counts', async () => {
  const studio = await creator(app)
  const sentence = (topic: string) => `The ${topic} is described here with enough words that a passage can be made of it. `
  await addFile(
    studio,
    'bread.md',
    ['oven', 'flour'].map((topic) => `# About ${topic}\n\n${sentence(topic).repeat(6)}`).join('\n\n'),
  )
  const stored = async () => ({
    terms: await app.db.selectFrom('studio_passage').select('terms').orderBy('id').execute(),
    counts: await app.db.selectFrom('studio_term').selectAll().orderBy('term').execute(),
  })
  const before = await stored()
  await sql`update studio_passage set terms = array_to_tsvector(array['former'])`.execute(app.db)
  await app.db.deleteFrom('studio_term').execute()
  await app.db.updateTable('studio_agent').set({ index_form: 1 }).execute()
  expect((await studio.search('oven')).hits).toEqual([])
  await reindexAgents(app.db)
  expect(await stored()).toEqual(before)
  expect((await studio.search('oven')).hits).toHaveLength(1)
})
