import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkImports, table } from './check-imports.ts'
import { inTree } from './source/fixture.ts'

// a valid tree with every kind of allowed import
const sound: Record<string, string> = {
  'apps/server/config/env.ts': 'export const env = process.env.PORT',
  'apps/server/lifecycle/main.ts': `import { appRouter } from '@duo/features/server'\nimport { env } from '../config/env.ts'\nimport 'node:http'\nimport 'express'\nexport default [appRouter, env]`,
  'apps/web/entry-client.tsx': `import type { AppRouter } from '@duo/features/server'\nimport { routes } from '@duo/features/client'\nimport './styles.css'\nexport type R = AppRouter\nexport default <p>{routes}</p>`,
  'apps/web/styles.css': '',
  'packages/features/server.ts': `import { chatRouter } from './chat/server/router.ts'\nexport const appRouter = chatRouter\nexport type AppRouter = typeof appRouter`,
  'packages/features/client.ts': `export const routes = [() => import('./chat/ui/chat-page.tsx')]`,
  'packages/features/testing.tsx': `export const app = <p />`,
  'packages/features/package.json': '{}',
  'packages/features/shell/ui/trpc.ts': `import type { AppRouter } from '../../server.ts'\nexport type Client = AppRouter`,
  'packages/features/auth/ui/require-session.ts': `import { close } from '@duo/platform/browser/ui/dialog.tsx'\nexport const guard = close`,
  'packages/features/chat/schema.ts': `import { z } from 'zod'\nexport const send = z`,
  'packages/features/chat/server/topic/chat-queries.ts': `import { db } from '@duo/db/index.ts'\nimport { sql } from 'kysely'\nimport { send } from '../../schema.ts'\nimport { randomUUID } from 'node:crypto'\nexport const find = [db, send, sql, randomUUID]`,
  'packages/features/chat/server/router.ts': `import { find } from './topic/chat-queries.ts'\nexport const chatRouter = find`,
  'packages/features/chat/ui/chat-page.tsx': `import { guard } from '../../auth/ui/require-session.ts'\nimport type { Client } from '../../shell/ui/trpc.ts'\nimport type { chatRouter } from '../server/router.ts'\nexport const page = (_: Client & typeof chatRouter) => <p>{guard}</p>`,
  'packages/features/chat/ui/chat-page.test.tsx': `import { app } from '../../testing.tsx'\nimport { appRouter } from '../../server.ts'\nimport { env } from '@duo/server/config/env.ts'\nimport { find } from '../server/topic/chat-queries.ts'\nimport { page } from './chat-page.tsx'\nexport default [app, appRouter, env, find, page, process.env.CI]`,
  'packages/features/chat/messages/en.json': '{}',
  'packages/features/chat/messages/pt.json': '{}',
  'packages/platform/shared/locale.ts': 'export const locale = 1',
  'packages/platform/i18n/messages.ts': `export * as m from './compiled/messages.js'`,
  'packages/platform/i18n/browser.ts': `import { locale } from '../shared/locale.ts'\nexport const speak = locale`,
  'packages/platform/browser/ui/dialog.tsx': `import { m } from '../../i18n/messages.ts'\nexport const close = () => <p>{m}</p>`,
  'packages/platform/server/log.ts': `import { locale } from '../shared/locale.ts'\nexport const log = locale`,
  'db/index.ts': 'export const db = 1',
  'packages/engine/distress/fit/fit.ts': `import { writeFileSync } from 'node:fs'\nexport default writeFileSync`,
  'packages/engine/reply/reply.ts': `import { locale } from '@duo/platform/shared/locale.ts'\nexport const reply = locale`,
  'packages/engine/reply/reply.test.ts': `import { expect } from 'vitest'\nexport default expect`,
  'scripts/tool.ts': `import { db } from '@duo/db/index.ts'\nexport default [db, process.env.HOME]`,
  'apps/server/startup/step.mjs': 'export const step = 1',
  'scripts/setup.mjs': `import { step } from '../apps/server/startup/step.mjs'\nexport const setup = step`,
  'vitest.config.ts': `import './scripts/tool.ts'\nexport default process.env.CI`,
}

// returns the problems of the valid tree with these files changed or added
const problems = (changes: Record<string, string> = {}) =>
  inTree({ ...sound, ...changes }, (root) => checkImports(root, table)).map(
    ({ path, line, message }) => `${path}${line ? `:${line}` : ''} ${message}`,
  )

it('reports nothing for a valid tree', () => {
  expect(problems()).toEqual([])
})

it('parses every file of this repository', () => {
  expect(
    checkImports(join(import.meta.dirname, '../..'), table).filter(({ message }) => message.startsWith('cannot be parsed')),
  ).toEqual([])
})

const chatPage = 'packages/features/chat/ui/chat-page.tsx'
type Wrong = [fault: string, path: string, text: string, message: string | RegExp]
const wrong: Wrong[] = [
  [
    'a lower layer that imports a higher one',
    'db/a.ts',
    `import '@duo/platform/shared/locale.ts'`,
    /db\/ may not import packages\/platform\/shared\//,
  ],
  [
    'a platform that knows a feature',
    'packages/platform/server/a.ts',
    `import '@duo/features/server'`,
    /may not import packages\/features\/server\.ts/,
  ],
  ['values of the server in the web app', 'apps/web/a.ts', `import '@duo/features/server'`, /may only import types from there/],
  ['the screens in the server', 'apps/server/a.ts', `import '@duo/features/client'`, /a file of the browser/],
  [
    'a feature import that the table does not allow',
    'packages/features/blog/ui/a.ts',
    `import type {} from '../../chat/schema.ts'`,
    /blog\/ may not import packages\/features\/chat\//,
  ],
  [
    'a feature without an entry in the table',
    'packages/features/games/ui/a.ts',
    `import '../../shell/ui/trpc.ts'`,
    /has no entry in the import table/,
  ],
  ['a feature that imports an entry point', chatPage, `import '../../client.ts'`, /may only import types/],
  [
    'shared code that imports the server half',
    'packages/platform/shared/a.ts',
    `import type {} from '../server/log.ts'`,
    /may not import/,
  ],
  [
    'the browser half that imports the server half',
    'packages/platform/browser/a.ts',
    `import type {} from '../server/log.ts'`,
    /may not import/,
  ],
  [
    'a relative import of another workspace',
    chatPage,
    `import '../../../platform/shared/locale.ts'`,
    /import another workspace by its name, @duo\/platform/,
  ],
  ['an import without an extension', chatPage, `import './schema'`, /need a file extension/],
  ['a missing file', chatPage, `import './absent.tsx'`, /no such file/],
  ['a missing package file', chatPage, `import '@duo/platform/shared/absent.ts'`, /no such file or entry point/],
  ['SQL in a screen', chatPage, `import '../server/topic/chat-queries.ts'`, /a file of the server in a file of the browser/],
  [
    'SQL in a screen, lazily',
    chatPage,
    `export const a = () => import('../server/topic/chat-queries.ts')`,
    /a file of the server/,
  ],
  ['SQL in a screen, re-exported', chatPage, `export { find } from '../server/topic/chat-queries.ts'`, /a file of the server/],
  [
    'inline type imports, which keep the module',
    chatPage,
    `import { type chatRouter } from '../server/router.ts'`,
    /a file of the server/,
  ],
  ['the database in a rule', 'packages/features/chat/rules.ts', `import '@duo/db/index.ts'`, /in a file of both sides/],
  ['a builtin in a schema', 'packages/features/chat/schema.ts', `import 'crypto'`, /a Node builtin in a file of both sides/],
  ['a builtin in a screen', chatPage, `import 'node:fs'`, /a Node builtin in a file of the browser/],
  [
    'a screen in a file of the server',
    'packages/features/chat/server/send-message.ts',
    `import '../ui/chat-page.tsx'`,
    /a file of the browser in a file of the server/,
  ],
  [
    'a screen in a rule',
    'packages/features/chat/rules.ts',
    `import './ui/chat-page.tsx'`,
    /a file of the browser in a file of both sides/,
  ],
  [
    'a cycle',
    'packages/features/chat/schema.ts',
    `import './rules.ts'`,
    /imports itself: .*schema\.ts → .*rules\.ts → .*schema\.ts/,
  ],
  ['a screen at the top of a feature', 'packages/features/chat/chat-page.tsx', 'export default <p />', /screens go into ui\//],
  ['markup without .tsx', 'packages/features/chat/ui/words.ts', 'export const words = <p />', /cannot be parsed/],
  [
    'another folder beside server/ and ui/',
    'packages/features/chat/parts/a.ts',
    '',
    /a feature has messages\/, server\/ and ui\/, but no parts\//,
  ],
  ['a folder below a topic', 'packages/features/chat/ui/topic/part/a.ts', '', /too deep/],
  ...['service', 'helper', 'manager', 'util'].map(
    (ending): Wrong => [
      `a name that ends in -${ending}`,
      `packages/platform/server/mail-${ending}.ts`,
      '',
      new RegExp(`'-${ending}' says nothing`),
    ],
  ),
  ['code among drawings', 'packages/features/chat/drawings/topic/a.ts', '', /drawings holds topics of SVG files/],
  ['a third language', 'packages/features/chat/messages/fr.json', '', /en\.json and pt\.json/],
  ['a file that is not code', 'packages/features/chat/notes.md', '', /code, messages, drawings and data/],
  ['a file beside the features', 'packages/features/shared.ts', '', /only entry points/],
  ['a new folder at the top level', 'tools/a.ts', '', /a new folder at the top level \(tools\)/],
  ['a barrel', 'packages/platform/browser/index.ts', '', /no barrels/],
  ['a meaningless folder name', 'packages/platform/shared/utils/a.ts', '', /'utils' says nothing/],
  ['a meaningless file name', 'packages/platform/shared/helpers.ts', '', /'helpers.ts' says nothing/],
  [
    'the database in the engine',
    'packages/engine/a.ts',
    `import type { db } from '@duo/db/index.ts'`,
    /packages\/engine\/ may not import db\//,
  ],
  ['a file that cannot be parsed', 'db/a.ts', 'import {', /cannot be parsed/],
]

describe('reports', () => {
  it.each(wrong)('%s', (_, path, text, message) => {
    const also: Record<string, string> = path.endsWith('schema.ts')
      ? { 'packages/features/chat/rules.ts': `import './schema.ts'` }
      : {}
    const found = problems({ ...also, [path]: text })
    expect(found).toContainEqual(expect.stringMatching(message))
    expect(found.every((line) => line.startsWith(path) || /imports itself|no such file/.test(line))).toBe(true)
  })
})

it('reports a folder of more than 15 files, except migrations, tables and drawings', () => {
  const files = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/a${i}.ts`, '']))
  const drawings = Array.from({ length: 40 }, (_, i) => [`packages/features/chat/drawings/topic/a${i}.svg`, ''])
  const unlimited = { ...files('db/migrations', 40), ...files('db/tables', 40), ...Object.fromEntries(drawings) }
  const crowded = { ...files('packages/platform/server/mail', 16), ...files('packages/embedded-postgres', 15), ...unlimited }
  expect(problems(crowded)).toEqual(['packages/platform/server/mail 16 files, the cap is 15: split the folder by topic'])
})

it('counts type imports in cycles', () => {
  const circle = {
    'packages/features/chat/schema.ts': `import type { A } from './rules.ts'\nexport type B = A\nexport const send = 1`,
    'packages/features/chat/rules.ts': `import type { B } from './schema.ts'\nexport type A = B`,
  }
  expect(problems(circle)).toEqual([expect.stringMatching(/imports itself: .*schema\.ts/)])
})

it('reports features that import each other, even if they import only types', () => {
  const circle = {
    'packages/features/auth/schema.ts': `import type { B } from '../chat/rules.ts'\nexport type A = B`,
    'packages/features/chat/rules.ts': `export type B = 1`,
  }
  expect(problems(circle)).toContainEqual(
    expect.stringMatching(/features import each other: (?:auth → chat → auth|chat → auth → chat)/),
  )
})

it('reports folders of the account features that import each other', () => {
  const server = 'packages/features/auth/server'
  const upward = {
    [`${server}/sessions/session.ts`]: `export type Session = 1`,
    [`${server}/sign-in/sign-in.ts`]: `import type { Session } from '../sessions/session.ts'\nexport type SignIn = Session`,
  }
  expect(problems(upward)).toEqual([])
  const backward = {
    [`${server}/sessions/device.ts`]: `import type { SignIn } from '../sign-in/sign-in.ts'\nexport type Device = SignIn`,
  }
  expect(problems({ ...upward, ...backward })).toEqual([
    expect.stringMatching(/folders import each other: (?:sessions → sign-in → sessions|sign-in → sessions → sign-in)/),
  ])
})

it('checks 600 files within 1.5 seconds of CPU time', () => {
  const text = `import { send } from '../../schema.ts'\nexport const a = () => send\n${'// a line of the usual width, so that the files are as long as ours\n'.repeat(60)}`
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`packages/features/chat/ui/topic-${Math.floor(i / 15)}/screen-${i}.ts`, text]),
  )
  const files = { ...sound, ...many }
  const { found, microseconds } = inTree(files, (root) => {
    const before = process.cpuUsage()
    return { found: checkImports(root, table), microseconds: process.cpuUsage(before).user }
  })
  expect(found).toEqual([])
  expect(microseconds).toBeLessThan(1_500_000)
})
