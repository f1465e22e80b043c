import { testDatabase } from '@duo/db/testing.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runSeedCommand } from './seed.ts'

const { db, url } = await testDatabase()

test('made-up members come to the database of DATABASE_URL only with --yes', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('DATABASE_URL', url)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const members = async () => (await db.selectFrom('waitlist_signup').select('id').execute()).length
  expect(await runSeedCommand(['waitlist', '3'])).toBe(2)
  expect(said).toHaveBeenLastCalledWith(
    expect.stringMatching(/^seed waitlist: this changes the database of DATABASE_URL .*--yes/),
  )
  expect(await members()).toBe(0)
  expect(await runSeedCommand(['waitlist', '3', '--yes'])).toBe(0)
  expect(await members()).toBe(3)
})
