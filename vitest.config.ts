import { defineConfig } from 'vitest/config'

const everywhere = ['apps/**', 'packages/**', 'db/**', 'scripts/**']
const files = (ending: string) => everywhere.map((place) => `${place}/*.${ending}`)
const databaseTests = files('db.test.ts')
const faultTests = files('faults.test.ts')
const attackTests = files('attack.test.ts')

/** A test that hangs ends here. Far longer than any takes: a busy machine is no failure. */
const testTimeout = 20_000

/** Six lanes: rules and modules, modules on a real Postgres, components in jsdom, faults, attacks, the development server. Chromium's lane is playwright.config.ts. */
export default defineConfig({
  test: {
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
          name: 'database',
          testTimeout,
          include: databaseTests,
          exclude: ['**/node_modules/**'],
          globalSetup: ['db/test-server/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'component',
          testTimeout,
          include: files('test.tsx'),
          exclude: ['**/node_modules/**'],
          environment: 'jsdom',
          setupFiles: ['packages/platform/testing/component-setup.ts'],
        },
      },
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
      { test: { name: 'dev', testTimeout, include: files('dev.test.ts'), exclude: ['**/node_modules/**'] } },
    ],
  },
})
