import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { onlySettings } from '@duo/server/config/env.ts'

const root = join(import.meta.dirname, '../../..')

/** Starts the built server with a data folder that `stop` removes; resolves when it serves. `core` pins it and Postgres to one CPU. */
export async function startServer(settings: Record<string, string> = {}, core?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
  const pinned = core === undefined ? [] : ['taskset', '-c', core]
  const [program = '', ...args] = [...pinned, process.execPath, 'apps/server/dist/main.js']
  const server = spawn(program, args, {
    cwd: root,
    env: onlySettings({ NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const log: string[] = []
  const exit = new Promise((done) => server.on('exit', done))
  const url = await new Promise<string>((done, fail) => {
    let text = ''
    server.stdout.on('data', (chunk) => {
      log.push(...String(chunk).split('\n'))
      text += text.includes('Duo is at') ? '' : chunk
      const found = /Duo is at (\S+)/.exec(text)?.[1]
      if (found) done(found)
    })
    exit.then((code) => fail(new Error(`the server ended with ${code} before it was ready`)))
  })
  const stop = async () => {
    server.kill()
    await exit
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, pid: server.pid ?? 0, dataDir, log, stop }
}

/** Starts a script of this benchmark in its own process; resolves when it has printed its URL. */
export async function startPeer(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    const exit = once(child, 'exit')
    child.kill()
    await exit
  }
  return { url: String(chunk).trim(), pid: child.pid ?? 0, stop }
}
