import { expect, onTestFinished, test, vi } from 'vitest'
import { cliEnv } from './cli-env.ts'
import { namesSeveralHosts } from './hosts.ts'

test.each([
  'postgres://one,two/duo',
  'postgres://duo:p@one:5432,two:5433/duo',
  'postgresql:///duo?sslmode=require&host=one%2Ctwo',
])('a command refuses %s and says what to give instead', (url) => {
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATABASE_DIRECT_URL', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(cliEnv).toThrow(/^DATABASE_URL names several hosts; give one .*deploy\/cluster\/README\.md/)
})

test.each(['postgres://duo:a,b@one/duo', 'postgres://one/duo?application_name=a,b', 'postgres://one/a,b'])(
  '%s names one host',
  (url) => expect(namesSeveralHosts(url)).toBe(false),
)
