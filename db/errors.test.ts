import { expect, test } from 'vitest'
import { databaseError, errorMessage, isConnectionError, isLockError } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('any'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '53100', '53200', '53300', '25006', 'ETIMEDOUT'])(
  '%s means that the database cannot be used now',
  (code) => {
    expect(isConnectionError(withCode(code))).toBe(true)
  },
)

test('so does an error that was caused by one, however deep', () => {
  const refused = withCode('ECONNREFUSED')
  expect(isConnectionError(new AggregateError([refused], ''))).toBe(false)
  expect(isConnectionError(new Error('query failed', { cause: new Error('inner', { cause: refused }) }))).toBe(true)
})

test.each([['23505'], ['57014'], ['0A000'], ['EACCES']])('%s does not', (code) => {
  expect(isConnectionError(withCode(code))).toBe(false)
})

test('neither does anything that is no error of a query', () => {
  expect(isConnectionError('ECONNREFUSED')).toBe(false)
  expect(isConnectionError(undefined)).toBe(false)
  expect(isConnectionError(databaseError('DATABASE_CLAIMED', 'another server'))).toBe(false)
})

test('a lock that did not come, a deadlock and a statement that took too long mean that it is busy', () => {
  expect(isLockError(new Error('query failed', { cause: withCode('55P03') }))).toBe(true)
  expect(isLockError(withCode('40P01'))).toBe(true)
  expect(isLockError(withCode('57014'))).toBe(true)
  expect(isLockError(withCode('23505'))).toBe(false)
})

test('what went wrong is said in words, also where a name had several addresses', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)
  expect(errorMessage(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
  expect(errorMessage(new TypeError())).toBe('TypeError')
})
