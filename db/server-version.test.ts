import { expect, test } from 'vitest'
import { requireSupportedServer } from './server-version.ts'

const server = (version: string) => ({ query: async () => ({ rows: [{ server_version_num: version }] }) })

test('accepts PostgreSQL 15 and newer and rejects older versions by name', async () => {
  await requireSupportedServer(server('150018'))
  await requireSupportedServer(server('180004'))
  await expect(requireSupportedServer(server('140022'))).rejects.toMatchObject({
    code: 'DATABASE_TOO_OLD',
    message: 'this is PostgreSQL 14; Duo needs PostgreSQL 15 or newer',
  })
})
