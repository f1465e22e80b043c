import { chromiumOptions } from '@duo/platform/testing/servers/chromium.ts'
import { e2ePort as port, e2eSite as site } from '@duo/web/e2e/support/data-dir.ts'
import { defineConfig } from '@playwright/test'

const isOne = site === 'one-server'

/** The real server (built, embedded Postgres in a folder of its own), or two of them behind nginx, and a real Chromium. */
export default defineConfig({
  testDir: 'apps/web/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // what passes only at the second try is named at the end of npm test, to be mended
  retries: 1,
  // server, database and browser share the processors; a busy machine is slower, and not wrong
  timeout: isOne ? 60_000 : 90_000,
  expect: { timeout: 10_000 },
  // what is about one process, and visits no site
  testIgnore: isOne ? [] : ['**/{process,start,env-file,raw-requests,response-headers}.spec.ts'],
  reporter: [['list'], ['json', { outputFile: `test-results/${isOne ? 'e2e' : site}.json` }]],
  outputDir: `test-results/${isOne ? 'e2e' : site}`,
  use: {
    baseURL: `http://localhost:${port}`,
    // of the second try: recording every test takes a good part of the time
    trace: 'on-first-retry',
    launchOptions: chromiumOptions,
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // what has no screen, or no touch, or says itself on what screen it is, is tested once
    {
      name: 'phone',
      grepInvert: /@any-width/,
      testIgnore: [
        // a project's list is in the place of the whole one's
        '**/{process,start,env-file,raw-requests,response-headers}.spec.ts',
        '**/chat-{faults,answers,phone,kill,share,versions}.spec.ts',
        '**/crawl.spec.ts',
        '**/drawer.spec.ts',
        '**/consent.spec.ts',
        '**/keyboard.spec.ts',
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
