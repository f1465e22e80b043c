import type { TestProject } from 'vitest/node'
import { connect, type Db } from './index.ts'
import { migrate } from './migrate.ts'
import { administer, databaseUrl, dropDatabases, startTestServer } from './test-server.ts'

type PrepareTemplate = (db: Db, url: string) => Promise<void>

/**
 * A global set-up for Vitest: one server for the run (the one at TEST_DATABASE_URL, else a throw-away one) with one migrated database,
 * which every test file copies. `prepareTemplate` adds what other packages keep in the database (the job queue's schema); it must close
 * the connections it opens, because Postgres copies no database that somebody uses.
 */
export function makeGlobalSetup(prepareTemplate: PrepareTemplate) {
  return async (project: TestProject): Promise<() => Promise<void>> => {
    const server = await openServer()
    const template = `duo_test_${process.pid}_${Date.now().toString(36)}`
    await administer(server.url, `create database ${template}`)
    await fillTemplate(databaseUrl(server.url, template), prepareTemplate)
    project.provide('testServer', { adminUrl: server.url, template })
    return async () => {
      // Also what a test file that broke off left behind.
      await dropDatabases(server.url, template)
      await server.stop()
    }
  }
}

export default makeGlobalSetup(async () => {})

async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  return url ? { url, stop: async () => {} } : await startTestServer()
}

async function fillTemplate(url: string, prepareTemplate: PrepareTemplate): Promise<void> {
  const { db, close } = connect({
    url,
    applicationName: 'duo-test-template',
    statementTimeoutMs: 0,
    onError: (error) => console.error(`lost the template database: ${error.message}`),
  })
  try {
    await migrate(db, 'up')
    await prepareTemplate(db, url)
  } finally {
    await close()
  }
}
