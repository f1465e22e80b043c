import { administer, databaseUrl } from '@duo/db/test-server/server.ts'
import { emptyDatabase, testDatabase } from '@duo/db/testing.ts'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../config/env.ts'
import { prepareDatabase } from './database.ts'

// returns the error of a start on that database
async function fault(url: string): Promise<string> {
  const env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url, SECRET: 'x'.repeat(32) })
  const options = { env, dataDir: '/nowhere', log: pino({ level: 'silent' }), onHopeless: () => {} }
  return await prepareDatabase(options).then(
    async ({ close }) => {
      await close()
      return 'no fault'
    },
    (error: Error) => error.message,
  )
}

test('a start on a missing database names DATABASE_URL and the remedy', async () => {
  const { url } = await emptyDatabase(onTestFinished)
  expect(await fault(databaseUrl(url, 'duo_nowhere'))).toMatch(
    /^DATABASE_URL names a database that does not exist \(database "duo_nowhere" does not exist\): create it, or correct the name, for example DATABASE_URL=/,
  )
})

test('a start with a wrong password or without privileges reports which of them', async () => {
  const { url } = await emptyDatabase(onTestFinished)
  const role = `duo_reader_${process.pid}`
  await administer(url, `create role ${role} login password 'right'`)
  onTestFinished(async () => {
    await administer(url, `drop role ${role}`)
  })
  const as = (password: string) => url.replace(/\/\/[^@]*@/, `//${role}:${password}@`)
  expect(await fault(as('wrong'))).toMatch(/^DATABASE_URL names a user with another password \(/)
  expect(await fault(as('right'))).toMatch(
    /^DATABASE_URL names a user without the rights for it \(permission denied for schema public\): make the user/,
  )
})

test('a start on a read-only database reports it, and works once it is writable', async () => {
  const { url } = await testDatabase(onTestFinished)
  const name = new URL(url).pathname.slice(1)
  await administer(url, `alter database ${name} set default_transaction_read_only = on`)
  expect(await fault(url)).toMatch(
    /^DATABASE_URL names a read-only database \(cannot execute .* in a read-only transaction\): name the primary server, or turn/,
  )
  await administer(databaseUrl(url, 'postgres'), `alter database ${name} reset default_transaction_read_only`)
  expect(await fault(url)).toBe('no fault')
})
