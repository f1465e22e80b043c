import { testDatabase } from '@duo/db/testing.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import type { CoverageResult } from '../../agent-schema.ts'

const database = await testDatabase()
const app = await testApp({ CONFIRM_EMAIL: 'off' }, database)
afterAll(async () => {
  await app.close()
  await database.close()
})

async function bakery() {
  const studio = await creator(app)
  await addFile(
    studio,
    'bread.md',
    '# Storing bread\n\nBread keeps for three days in a paper bag, and for two months in the freezer.',
  )
  await addFile(studio, 'faq.csv', 'Question,Answer\nCan I bring my dog?,"Yes, dogs may wait in the yard."\n')
  const { agentId, browser } = studio
  return {
    studio,
    measure: async (ownQuestions?: string[]) =>
      (await browser.call('studio.measureCoverage', { agentId, ownQuestions })).data as CoverageResult,
  }
}

test('coverage asks what the documents suggest, and shows the difference', async () => {
  const { studio, measure } = await bakery()
  const first = await measure()
  expect(first.run?.questions.map(({ question }) => question)).toContain('Can I bring my dog?')
  expect(first.before).toBeNull()
  const dog = (await studio.documents()).documents.find(({ name }) => name === 'faq.csv')
  await studio.browser.call('studio.remove', { documentId: dog?.id })
  const second = await measure()
  expect(second.run?.questions.find(({ question }) => question === 'Can I bring my dog?')).toMatchObject({
    coverage: 'not_covered',
    before: 'documents',
  })
  expect(second.before).toMatchObject({ covered: first.run?.covered })
})

test('coverage asks first what the creator writes, keeps it for the next run, and forgets what is removed', async () => {
  const { studio, measure } = await bakery()
  const own = (result: CoverageResult) => result.run?.questions.filter((found) => found.own).map(({ question }) => question)
  const written = ['How long does bread keep?', 'Do you deliver to Lisbon?']
  const first = await measure(written)
  expect(first.run?.questions.slice(0, 2)).toMatchObject([
    { question: written[0], own: true, coverage: 'documents' },
    { question: written[1], own: true, coverage: 'not_covered' },
  ])
  expect(first.run?.questions.length).toBeGreaterThan(2)
  expect(own(await measure())).toEqual(written)
  const last = await measure(written.slice(0, 1))
  expect(own(last)).toEqual(written.slice(0, 1))
  expect(last.run?.questions.map(({ question }) => question)).not.toContain(written[1])
  const eleven = Array.from({ length: 11 }, (_, at) => `Question ${at}?`)
  expect((await studio.browser.call('studio.measureCoverage', { agentId: studio.agentId, ownQuestions: eleven })).status).toBe(
    400,
  )
})
