import { password } from '@duo/server/testing/accounts.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { sharer, visitor } from '@duo/server/testing/studio-visitors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportStudio } from './data-export.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const text = `# Oven\n\nThe oven must be at 240 degrees. ${'More words follow here, so that the passage is long enough. '.repeat(8)}`

/** A shared agent with everything that can be stored about it. */
async function sharedAgent() {
  const studio = await creator(app)
  await addFile(studio, 'oven.md', text)
  const { save, correct, share } = sharer(studio)
  await save('Bakery', { line: 'All about ovens', notCovered: 'Ask me in class.' })
  await correct('Do you sell bread?', 'No, we teach it.')
  await studio.browser.call('studio.measureCoverage', { agentId: studio.agentId })
  const result = await share()
  if (result.error !== null) throw new Error(result.error)
  const guest = visitor(app.url, result.sharing.slug ?? '')
  await guest.ask('How hot must the oven be?')
  await guest.report('It is wrong.')
  return studio
}

/** Rows of every table of the studio. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name like 'studio\\_%'`.execute(
    app.db,
  )
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(app.db)
    return [name, Number(rows[0]?.count)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('an account’s download has the texts, corrections, releases, coverage and reports of its agents, and no code of who asked', async () => {
  const { ownerId } = await sharedAgent()
  const [agent] = await exportStudio({ db: app.db }, ownerId)
  expect(agent).toMatchObject({
    name: 'Bakery',
    profile: {
      line: 'All about ovens',
      notCovered: 'Ask me in class.',
      person: 'none',
      personAt: expect.stringMatching(/^\d{4}-/),
    },
    slug: expect.stringMatching(/^my-duo-|^bakery-/),
    corrections: [{ question: 'Do you sell bread?', answer: 'No, we teach it.' }],
    releases: [{ is_shown: true, created_at: expect.stringMatching(/^\d{4}-/) }],
    coverage: { total: expect.any(Number), covered: expect.any(Number) },
    reports: [{ reason: 'It is wrong.' }],
    documents: [{ name: 'oven.md' }],
  })
  const askers = await app.db.selectFrom('studio_asker').select('asker').execute()
  expect(askers).not.toEqual([])
  for (const { asker } of askers) expect(JSON.stringify(agent)).not.toContain(asker)
})

test('deleting an account leaves nothing in the tables of the studio', async () => {
  await app.db.deleteFrom('studio_agent').execute()
  await app.db.deleteFrom('studio_report').execute()
  const studio = await sharedAgent()
  await sql`insert into studio_vector (passage_id, model, hash, vector) select id, 'm', 'h', '\\x00' from studio_passage`.execute(
    app.db,
  )
  const before = await countRows()
  expect(Object.keys(before)).toHaveLength(10)
  for (const [name, count] of Object.entries(before)) expect(count, name).toBeGreaterThan(0)
  expect((await studio.browser.call('auth.erase', { password })).status).toBe(200)
  const after = await countRows()
  expect(
    Object.values(after).every((count) => count === 0),
    JSON.stringify(after),
  ).toBe(true)
})
