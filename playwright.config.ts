import { defineConfig } from '@playwright/test'
import { e2ePort as port } from './apps/web/e2e/data-dir.ts'

/** The real server (built, embedded Postgres in a folder of its own) and a real Chromium. */
export default defineConfig({
  testDir: 'apps/web/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // what passes only at the second try is named at the end of npm test, to be mended
  retries: 1,
  timeout: 30_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // what has no screen, or no touch, or says itself on what screen it is, is tested once
    {
      name: 'phone',
      testIgnore: [
        '**/{process,start,env-file,raw-requests}.spec.ts',
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
    timeout: 60_000,
    reuseExistingServer: false,
  },
})
