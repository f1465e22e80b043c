// Starts the built server with a temporary data folder for the end-to-end tests.
// E2E_SITE=two-servers starts two servers behind nginx, E2E_SITE=pooled also PgBouncer in front of their Postgres.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningServer } from '@duo/db/server-lock.ts'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { startTwoServers } from '@duo/platform/testing/servers/two-servers.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { e2eDataDir, e2eOwnAddressFile, e2ePort, e2eSite } from '@duo/web/e2e/support/data-dir.ts'

const other = await findRunningServer(e2eDataDir)
if (other) throw new Error(`another end-to-end server is running (${other}): wait for it, or set E2E_PORT`)
await stopEmbedded({ dataDir: e2eDataDir })
rmSync(e2eDataDir, { recursive: true, force: true })
mkdirSync(e2eDataDir, { recursive: true })

// replaces Google with a provider that signs tests in as anyone
const google = await startOpenIdProvider()

async function end(code: number) {
  await google.close()
  await stopEmbedded({ dataDir: e2eDataDir })
  rmSync(e2eDataDir, { recursive: true, force: true })
  process.exit(code)
}

if (e2eSite === 'one-server') serveByOne()
else await serveByTwo(e2eSite === 'pooled')

function serveByOne() {
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: onlySettings({
      ...google.settings,
      NODE_ENV: 'production',
      PORT: String(e2ePort),
      DATA_DIR: e2eDataDir,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
    }),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => end(code ?? 1))
}

async function serveByTwo(pooled: boolean) {
  chmodSync(e2eDataDir, 0o711)
  const settings = google.settings
  const site = await startTwoServers({ dataDir: e2eDataDir, environment: onlySettings, settings, pooled, port: e2ePort })
  writeFileSync(e2eOwnAddressFile(), site.urls[0] ?? '')
  let ending: Promise<void> | undefined
  const stop = () => {
    ending ??= site.close().then(() => end(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  for (const { exited, output } of site.servers)
    exited.then(({ code }) => {
      if (ending) return
      console.error(`a server ended with ${code}: ${output()}`)
      stop()
    })
}
