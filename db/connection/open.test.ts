import { startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { temporaryDataDir } from '@duo/embedded-postgres/testing.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { isConnectionError } from '../errors.ts'
import { connect } from './connect.ts'
import { openDatabase } from './open.ts'

vi.setConfig({ testTimeout: 30_000 })

const dataDir = temporaryDataDir(afterAll)

test('a tool without DATABASE_URL uses the embedded database and stops it if it is the only user', async () => {
  const tool = { databaseUrl: undefined, dataDir, applicationName: 'tool' }
  const app = await openDatabase(tool)
  const second = await openDatabase(tool)
  expect(second.url).toBe(app.url)
  await second.close()
  expect((await app.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await app.close()
  expect(await stopEmbedded({ dataDir })).toBeNull()
})

test('the error for an unreachable database names it without its password', async () => {
  const wrong = { databaseUrl: 'postgres://me:secret@127.0.0.1:1/duo', dataDir, applicationName: 'tool' }
  await expect(openDatabase(wrong)).rejects.toThrow(
    /^cannot open the database at 127\.0\.0\.1:1\/duo: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  )
})

test('queries fail at once with a recognizable error while Postgres is down; the same handle works afterwards', async () => {
  const { url } = await startEmbedded({ dataDir })
  const lost: Error[] = []
  const { db, close } = connect({ url, onError: (error) => lost.push(error) })
  const answer = async () => (await sql<{ n: number }>`select ${1}::int as n`.execute(db)).rows
  expect(await answer()).toEqual([{ n: 1 }])

  await stopEmbedded({ dataDir })
  const before = performance.now()
  await expect(answer()).rejects.toSatisfy(isConnectionError)
  await expect(answer()).rejects.toSatisfy(isConnectionError)
  expect(performance.now() - before).toBeLessThan(1_000)
  expect(lost.length).toBeGreaterThan(0)

  await startEmbedded({ dataDir })
  expect(await answer()).toEqual([{ n: 1 }])
  await close()
})
