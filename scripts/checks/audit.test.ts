import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOutdated } from './audit.ts'

test('no locked package is older than its known advisories allow', () => {
  expect(listOutdated(JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')))).toEqual([])
})

test('reports outdated copies at any depth, and no newer ones', () => {
  const packages = {
    'node_modules/nodemailer': { version: '10.6.0' },
    'node_modules/x/node_modules/nodemailer': { version: '7.0.6' },
    'node_modules/better-auth': { version: '1.7.7-rc.1' },
    'node_modules/nodemailer-direct': { version: '1.0.0' },
  }
  expect(listOutdated({ packages })).toEqual([
    expect.stringMatching(/^node_modules\/x\/node_modules\/nodemailer is 7\.0\.6, needs 7\.0\.7/),
  ])
})
