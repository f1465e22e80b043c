import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const everywhere = ['apps/**', 'packages/**', 'db/**', 'scripts/**']
const files = (ending: string) => everywhere.map((place) => `${place}/*.${ending}`)
const databaseTests = files('db.test.ts')
const faultTests = files('faults.test.ts')
const attackTests = files('attack.test.ts')

/** A test that hangs ends here. Far longer than any takes: a busy machine is no failure. */
const testTimeout = 20_000

/** Renders the routes of the whole product, which keep state from one file to the next. */
const wholeProduct = 'packages/features/auth/ui/header/account-menu.test.tsx'

/**
 * Component and database tests share their modules, because loading them costs more than most of the tests. These files load their own:
 * those that replace a module for all who import it.
 */
const ownModules = (ending: string) =>
  globSync(files(ending), { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
    (file) => file === wholeProduct || readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
  )
const ownDatabaseTests = ownModules('db.test.ts')
const ownComponentTests = ownModules('test.tsx')

const database = { testTimeout, globalSetup: ['db/test-server/global-setup.ts'] }
const component = { testTimeout, environment: 'jsdom', setupFiles: ['packages/platform/testing/component-setup.ts'] }

/** Six lanes: rules and modules, modules on a real Postgres, components in jsdom, faults, attacks, the development server. Chromium's lane is playwright.config.ts. */
export default defineConfig({
  test: {
    // by default one processor is left free, which on two is half of them
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          include: files('test.ts'),
          exclude: ['**/node_modules/**', ...databaseTests, ...faultTests, ...attackTests, ...files('dev.test.ts')],
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
          // a fault lasts up to 20 s and is tried several times in one test
          testTimeout: 300_000,
          hookTimeout: 60_000,
          include: faultTests,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'attack',
          // the whole suite sends hundreds of requests in one test
          testTimeout: 900_000,
          hookTimeout: 60_000,
          // one after the other in one worker: loading the router for each file would take longer than some of them
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
