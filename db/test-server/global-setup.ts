import type { TestProject } from 'vitest/node'
import { connect } from '../connection/connect.ts'
import { migrate } from '../migrate.ts'
import { administer, databaseUrl, dropDatabases, startTestServer } from './server.ts'

/** Starts one server (or uses TEST_DATABASE_URL) with a migrated template database, which every test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `duo_test_${process.pid}_${Date.now().toString(36)}`
  await administer(server.url, `create database ${template}`)
  await fillTemplate(databaseUrl(server.url, template))
  project.provide('testServer', { adminUrl: server.url, template })
  return async () => {
    await dropDatabases(server.url, template)
    await server.stop()
  }
}

async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  return url ? { url, stop: async () => {} } : await startTestServer()
}

async function fillTemplate(url: string): Promise<void> {
  const { db, close } = connect({
    url,
    applicationName: 'duo-test-template',
    statementTimeoutMs: 0,
    onError: (error) => console.error(`lost the template database: ${error.message}`),
  })
  try {
    await migrate(db, 'up')
  } finally {
    await close()
  }
}
