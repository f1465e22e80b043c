import { expect, test } from 'vitest'
import { databaseUrlFault, isLockError } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('any'), { code })

test('a lock time-out, a deadlock and a statement time-out mean that the database is busy', () => {
  expect(isLockError(new Error('query failed', { cause: withCode('55P03') }))).toBe(true)
  expect(isLockError(withCode('40P01'))).toBe(true)
  expect(isLockError(withCode('57014'))).toBe(true)
  expect(isLockError(withCode('23505'))).toBe(false)
})

test.each(['There was an error establishing an SSL connection', 'The server does not support SSL connections'])(
  'the setting is named when pg says: %s',
  (reason) => expect(databaseUrlFault(new Error(reason))).toContain(reason),
)

test('an unreachable server is no fault of the setting', () => expect(databaseUrlFault(withCode('ECONNREFUSED'))).toBeNull())
