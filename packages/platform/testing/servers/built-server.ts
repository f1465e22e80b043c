import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** Accessible to the other user that Postgres runs as when we are root. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-faults-'))
  chmodSync(dataDir, 0o711)
  return dataDir
}

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): one of those may be taken again before the server that
 * is to use it listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves once the last build serves pages. `env` is the whole environment (with `PORT`). End it in `onTestFinished`. */
export async function startBuiltServer(env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('exit', (code, signal) => done({ code, signal })),
  )
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        chunks.push(text)
        if (chunks.join('').includes('Duo is at')) done()
      })
  })
  const output = () => chunks.join('')
  await Promise.race([
    ready,
    exited.then(({ code, signal }) => {
      throw new Error(`the server exited before it was ready (${signal ?? code}):\n${output()}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    pid: child.pid ?? 0,
    output,
    exited,
    end: async (signal: NodeJS.Signals = 'SIGTERM') => {
      const started = performance.now()
      child.kill(signal)
      await exited
      return performance.now() - started
    },
  }
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>
