import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onlySettings } from '@duo/server/config/env.ts'

const root = join(import.meta.dirname, '../../..')

/** Starts the built server with its own data folder; resolves when it serves. `core` pins it and Postgres to one CPU. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}, core?: string) {
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
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    server.kill(signal)
    await exit
  }
  return { url, pid: server.pid ?? 0, log, stop }
}
