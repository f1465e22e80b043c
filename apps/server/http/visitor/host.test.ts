import type { Request, Response } from 'express'
import { expect, test, vi } from 'vitest'
import { publicHostOnly } from '../headers.ts'
import { createHostCheck } from './host.ts'

test.each([
  ['duo.test', 'ours'],
  ['DUO.TEST', 'ours'],
  ['duo.test:443', 'ours'],
  ['localhost:3000', 'ours'],
  ['::1', 'ours'],
  ['www.duo.test', 'alias'],
  ['WWW.Duo.Test.', 'alias'],
  ['duo.test.', 'alias'],
  ['duo.test.:443', 'alias'],
  ['duo.test:3000', 'foreign'],
  ['www.www.duo.test', 'foreign'],
  ['evil.example', 'foreign'],
  ['evil.example/duo.test', 'foreign'],
  ['duo.test@evil.example', 'foreign'],
  ['duo.test..', 'foreign'],
  ['192.0.2.7', 'foreign'],
  ['a b', 'foreign'],
  ['', 'foreign'],
])('with a public origin, the host %j is %s', (host, kind) => expect(createHostCheck('https://duo.test')(host)).toBe(kind))

test('a public origin with www and a port has the bare name as its alias', () => {
  const kindOf = createHostCheck('https://www.duo.test:8443')
  expect(['www.duo.test:8443', 'duo.test:8443', 'duo.test'].map(kindOf)).toEqual(['ours', 'alias', 'foreign'])
})

test.each([
  ['localhost:3000', 'ours'],
  ['localhost.', 'ours'],
  ['::1', 'ours'],
  ['[::1]:3000', 'ours'],
  ['192.0.2.7:3000', 'ours'],
  ['[2001:db8::1]', 'ours'],
  ['evil.example', 'foreign'],
  ['www.localhost.evil.example', 'foreign'],
])('without a public origin, the host %j is %s', (host, kind) => expect(createHostCheck(undefined)(host)).toBe(kind))

test('a refused host is logged once a minute', () => {
  const log = { warn: vi.fn() }
  const refuse = publicHostOnly('https://duo.test', log)
  const res = { status: () => res, set: () => res, type: () => res, send: () => res, json: () => res, locals: {} }
  for (const host of ['duo', 'duo', 'duo.test'])
    refuse({ method: 'GET', path: '/', headers: { host } } as Request, res as unknown as Response, vi.fn())
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ host: 'duo', publicUrl: 'https://duo.test' }, expect.any(String))
})
