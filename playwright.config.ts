import { chromiumOptions } from '@duo/platform/testing/servers/chromium.ts'
import { e2ePort as port, e2eSite as site } from '@duo/web/e2e/support/data-dir.ts'
import { defineConfig } from '@playwright/test'

const isOne = site === 'one-server'

/** Runs Chromium against the built server with its own embedded Postgres, or against two servers behind nginx. */
export default defineConfig({
  testDir: 'apps/web/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // server, database and browser share the CPUs, and a slow machine is not a failure
  timeout: isOne ? 60_000 : 90_000,
  expect: { timeout: 10_000 },
  // these test one server process and visit no site
  testIgnore: isOne ? [] : ['**/{process,start,env-file,raw-requests,response-headers}.spec.ts'],
  reporter: [['list'], ['json', { outputFile: `test-results/${isOne ? 'e2e' : site}.json` }]],
  outputDir: `test-results/${isOne ? 'e2e' : site}`,
  use: {
    baseURL: `http://localhost:${port}`,
    // a trace of every test is slow: npm test -- e2e chat-share --trace=on
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
  projects: [
    // without animations, which take a third of a run's processor time: the phone has them, and files about motion ask for them
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } } },
    // tests without a screen or touch, or with their own viewport, run once
    {
      name: 'phone',
      grepInvert: /@any-width/,
      testIgnore: [
        // a project's list replaces the global one
        '**/{process,start,env-file,raw-requests,response-headers}.spec.ts',
        '**/chat-{faults,answers,phone,kill,share,versions}.spec.ts',
        '**/crawl.spec.ts',
        '**/drawer.spec.ts',
        '**/consent.spec.ts',
      ],
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `node scripts/e2e-server.ts`,
    url: `http://localhost:${port}/ready`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: isOne ? 60_000 : 120_000,
    reuseExistingServer: false,
  },
})
