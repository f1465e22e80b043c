import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { boundaries } from './check-imports/boundaries.ts'
import { cycles, featureCycles, folderCycles } from './check-imports/cycles.ts'
import { graphs } from './check-imports/graphs.ts'
import type { Boundary, Rule, Table } from './check-imports/table.ts'
import { folderSize, topLevel, vocabulary } from './check-imports/vocabulary.ts'
import { isCode, writtenFiles } from './source/files.ts'
import { readModule } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

const server = 'packages/features/server.ts'
const features = 'packages/features/features.ts'
const client = 'packages/features/client.ts'
const pageScript = 'packages/features/page-script.ts'
const testing = 'packages/features/testing.tsx'
const seed = 'packages/features/seed.ts'
const schemas = 'packages/features/schemas.ts'
const platform = (...parts: string[]) => parts.map((part) => `packages/platform/${part}/`)
// the shell and what it imports may import the platform and the named features, and only types from the entry points
const base = (...others: string[]): Boundary => ({
  imports: [
    ...others.map((name) => `packages/features/${name}/`),
    'packages/engine/',
    'packages/reader/',
    ...platform('shared', 'i18n', 'browser', 'server'),
    'db/',
  ],
  types: [server, client],
})
// every other feature may also import the shell and the session
const feature = (...others: string[]) => base('shell', 'session', ...others)

const featureFolders = readdirSync(join(import.meta.dirname, '../../packages/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Import rules: apps → features → reader, engine, platform → db → embedded-postgres. Record the reason for a change in docs/decisions. */
export const table: Table = {
  workspaces: {
    '@duo/db': 'db',
    '@duo/embedded-postgres': 'packages/embedded-postgres',
    '@duo/engine': 'packages/engine',
    '@duo/reader': 'packages/reader',
    '@duo/platform': 'packages/platform',
    '@duo/features': 'packages/features',
    '@duo/server': 'apps/server',
    '@duo/web': 'apps/web',
    '@duo/client': 'packages/client',
  },
  entryPoints: {
    '@duo/features/server': server,
    '@duo/features/features': features,
    '@duo/features/client': client,
    '@duo/features/page-script': pageScript,
    '@duo/features/seed': seed,
    '@duo/features/schemas': schemas,
    '@duo/features/testing': testing,
  },
  boundaries: {
    // what a new feature may import; rows below say what others may
    ...Object.fromEntries(featureFolders.map((name) => [`packages/features/${name}/`, feature('auth')])),
    'apps/server/': {
      imports: ['packages/features/', ...platform('shared', 'i18n', 'server'), 'packages/embedded-postgres/', 'db/'],
      types: ['apps/web/'],
    },
    'apps/web/': { imports: [client, pageScript, ...platform('shared', 'i18n', 'browser')], types: [server] },
    // env.ts lists the settings that a test's server must not inherit from the shell
    'apps/web/e2e/': {
      imports: ['packages/platform/', 'packages/embedded-postgres/', 'db/', 'apps/server/config/env.ts'],
      types: [server],
    },

    [server]: { imports: ['packages/features/', ...platform('shared', 'i18n', 'server'), 'db/'] },
    [features]: { imports: ['packages/features/'] },
    // the bundle may contain the forms' schemas only; its build reads the router
    'packages/client/': { imports: [schemas], types: [server] },
    'packages/client/build.ts': { imports: [server, 'packages/client/'] },
    'packages/client/client.dev.test.ts': { imports: ['packages/client/', 'apps/server/', 'packages/platform/', server] },
    [schemas]: { imports: ['packages/features/', ...platform('shared')] },
    [seed]: { imports: ['packages/features/', 'db/'] },
    [client]: { imports: ['packages/features/', ...platform('shared', 'i18n', 'browser')], types: [server] },
    'packages/features/contract.test.ts': { imports: ['packages/features/', 'packages/platform/', 'db/'] },
    [pageScript]: { imports: ['packages/features/'] },
    [testing]: { imports: ['packages/features/', 'packages/platform/', 'db/'] },
    'packages/features/shell/': base('session', 'consent'),
    'packages/features/session/': base(),
    'packages/features/consent/': base(),
    'packages/features/waitlist/': feature(),
    'packages/features/survey/': feature('waitlist'),
    'packages/features/auth/': feature(),
    'packages/features/second-factor/': feature('auth'),
    'packages/features/account/': feature('auth', 'second-factor', 'billing', 'waitlist'),
    'packages/features/billing/': feature(),
    'packages/features/marketplace/': feature('auth'),
    'packages/features/chat/': feature('auth', 'billing', 'guide', 'marketplace', 'safety'),
    'packages/features/safety/': feature(),
    'packages/features/guide/': feature(),
    'packages/features/studio/': {
      ...feature('auth', 'billing', 'waitlist', 'marketplace', 'chat'),
      imports: [...feature('auth', 'billing', 'waitlist', 'marketplace', 'chat').imports, 'packages/reader/'],
    },
    'packages/features/blog/': feature(),
    'packages/features/legal/': feature('auth', 'consent', 'waitlist'),
    'packages/features/illustrations/': feature('blog', 'marketplace'),
    'packages/features/membership/': feature('waitlist', 'survey'),
    // its product pictures render the product's own components
    'packages/features/site/': feature(
      'membership',
      'waitlist',
      'survey',
      'blog',
      'illustrations',
      'billing',
      'guide',
      'marketplace',
      'chat',
    ),

    'packages/platform/shared/': { imports: [] },
    'packages/platform/i18n/': { imports: platform('shared') },
    'packages/platform/browser/': { imports: platform('shared', 'i18n') },
    'packages/platform/server/': { imports: [...platform('shared', 'i18n'), 'db/'] },
    'packages/platform/testing/': { imports: ['packages/platform/', 'packages/embedded-postgres/', 'db/'] },

    'db/': { imports: ['packages/embedded-postgres/'] },
    'packages/embedded-postgres/': { imports: [] },
    'packages/engine/': { imports: platform('shared', 'i18n') },
    'packages/reader/': { imports: ['packages/engine/language/', ...platform('shared')] },
    'scripts/': { imports: ['packages/', 'db/', 'apps/'] },
  },
  // a test may play a person who uses several features
  tests: ['packages/features/', ...platform('testing'), 'apps/server/', 'db/'],
  emptyNames: ['util', 'utils', 'helper', 'helpers', 'type', 'types', 'hooks', 'common', 'misc'],
  emptyEndings: ['service', 'helper', 'manager', 'util'],
  noBarrels: ['packages/features/', 'packages/platform/'],
  topLevel: ['apps', 'db', 'deploy', 'docs', 'packages', 'scripts'],
  ordered: /^packages\/features\/(?:auth|second-factor|account)\/server\//,
  maxFiles: 15,
  crowded: /^db\/(?:migrations|seeds|tables)\/|^packages\/features\/[^/]+\/(?:drawings|messages)\//,
  beforeInstall: /^scripts\/(?:setup|start|test)\.mjs$/,
  generated: /^packages\/platform\/i18n\/compiled\//,
}

const rules: Rule[] = [boundaries, graphs, cycles, featureCycles, folderCycles, vocabulary, folderSize, topLevel]

/** Returns every violation of the table in the tree below `root`. */
export function checkImports(root: string, table: Table): Problem[] {
  const files = writtenFiles(root)
  const modules = files.filter(isCode).map((path) => readModule(root, path))
  const unread = modules.flatMap(({ path, fault }) =>
    fault === undefined ? [] : [{ path, message: `cannot be parsed: ${fault}` }],
  )
  return [...unread, ...rules.flatMap((rule) => rule({ root, table, files, modules }))]
}

if (import.meta.main) report('imports', checkImports(join(import.meta.dirname, '../..'), table))
