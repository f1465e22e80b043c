import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const everywhere = ['apps/**', 'packages/**', 'db/**', 'scripts/**']
const files = (ending: string) => everywhere.map((place) => `${place}/*.${ending}`)
const databaseTests = files('db.test.ts')
const faultTests = files('faults.test.ts')
const attackTests = files('attack.test.ts')
const failoverTests = files('failover.test.ts')

/** Ends hung tests. Far longer than any test takes, because a busy machine is not a failure. */
const testTimeout = 20_000

/** Render routes of the whole product, whose state would leak into the next file. */
const wholeProduct = [
  'packages/features/auth/ui/header/account-menu.test.tsx',
  'packages/features/studio/ui/shared/talk-reload.test.tsx',
  'packages/features/studio/ui/shared/shared-page.test.tsx',
]

/**
 * Component and database tests share loaded modules, because loading takes longer than most tests. Files that mock a module load their
 * own.
 */
const ownModules = (ending: string) =>
  globSync(files(ending), { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
    (file) => wholeProduct.includes(file) || readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
  )
const ownDatabaseTests = ownModules('db.test.ts')
const ownComponentTests = ownModules('test.tsx')

const database = {
  // the first test of a file also loads the modules of a whole server; a hook may start several
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // the usual second ends checks of what another process or a job does
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['db/test-server/global-setup.ts'],
}
const component = { testTimeout, environment: 'jsdom', setupFiles: ['packages/platform/testing/component-setup.ts'] }

/** Seven lanes: rules and modules, modules on a real Postgres, components in jsdom, faults, failovers, attacks, the development server. */
export default defineConfig({
  test: {
    // by default Vitest leaves one CPU free, which is half of a two-core machine
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          include: files('test.ts'),
          exclude: [
            '**/node_modules/**',
            ...databaseTests,
            ...faultTests,
            ...attackTests,
            ...failoverTests,
            ...files('dev.test.ts'),
          ],
        },
      },
      {
        test: {
          ...database,
          name: 'database',
          isolate: false,
          include: databaseTests,
          exclude: ['**/node_modules/**', ...ownDatabaseTests],
        },
      },
      { test: { ...database, name: 'database-isolated', include: ownDatabaseTests } },
      {
        test: {
          ...component,
          name: 'component',
          isolate: false,
          include: files('test.tsx'),
          exclude: ['**/node_modules/**', ...ownComponentTests],
        },
      },
      { test: { ...component, name: 'component-isolated', include: ownComponentTests } },
      {
        test: {
          name: 'faults',
          // a fault lasts up to 20 s, and one test injects it several times
          testTimeout: 300_000,
          hookTimeout: 60_000,
          include: faultTests,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'failover',
          // the servers may take 40 s to go on, and a machine that comes back as long to catch up
          testTimeout: 300_000,
          hookTimeout: 60_000,
          include: failoverTests,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'attack',
          // the whole suite sends hundreds of requests in one test
          testTimeout: 900_000,
          hookTimeout: 60_000,
          // one file at a time in one worker, because loading the router per file would take longer than some files
          isolate: false,
          fileParallelism: false,
          include: attackTests,
          exclude: ['**/node_modules/**'],
          globalSetup: ['db/test-server/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'dev',
          testTimeout,
          include: files('dev.test.ts'),
          exclude: ['**/node_modules/**'],
          globalSetup: ['db/test-server/global-setup.ts'],
        },
      },
    ],
  },
})
