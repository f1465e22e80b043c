// The built server on a data folder that lives as long as the process: what the end-to-end tests visit.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopEmbedded } from '@duo/db/embedded.ts'
import { serverOf } from '@duo/db/server-claim.ts'
import { startOpenIdProvider } from '@duo/platform/testing/openid-provider.ts'
import { onlySettings } from '@duo/server/env.ts'
import { e2eDataDir, e2ePort } from '@duo/web/e2e/data-dir.ts'

// what a killed run left goes; another run's, which is under way, stays
const other = await serverOf(e2eDataDir)
if (other) throw new Error(`another end-to-end server is running (${other}): wait for it, or set E2E_PORT`)
await stopEmbedded({ dataDir: e2eDataDir })
rmSync(e2eDataDir, { recursive: true, force: true })
mkdirSync(e2eDataDir, { recursive: true })

// "Google" is a provider of our own, whose page lets a test be whoever it wants
const google = await startOpenIdProvider()

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
server.on('exit', async (code) => {
  await google.close()
  await stopEmbedded({ dataDir: e2eDataDir })
  rmSync(e2eDataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
