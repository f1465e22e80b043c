import { expect, test } from 'vitest'
import { embeddedError, errorMessage, isConnectionError } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('any'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '53100', '53200', '53300', '25006', 'ETIMEDOUT'])(
  '%s means that the database is unavailable',
  (code) => {
    expect(isConnectionError(withCode(code))).toBe(true)
  },
)

test('finds a connection error among the causes of another error, at any depth', () => {
  const refused = withCode('ECONNREFUSED')
  expect(isConnectionError(new AggregateError([refused], ''))).toBe(false)
  expect(isConnectionError(new Error('query failed', { cause: new Error('inner', { cause: refused }) }))).toBe(true)
})

test.each([['23505'], ['57014'], ['0A000'], ['EACCES']])('%s does not mean that the database is unavailable', (code) => {
  expect(isConnectionError(withCode(code))).toBe(false)
})

test('an error that is not from a query does not mean that the database is unavailable', () => {
  expect(isConnectionError('ECONNREFUSED')).toBe(false)
  expect(isConnectionError(undefined)).toBe(false)
  expect(isConnectionError(embeddedError('EMBEDDED_FAILED', 'another server'))).toBe(false)
})

test('joins the messages for a host name with several addresses, and falls back to the name of the error', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)
  expect(errorMessage(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
  expect(errorMessage(new TypeError())).toBe('TypeError')
})
