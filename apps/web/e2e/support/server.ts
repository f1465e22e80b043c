import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { onlySettings } from '@duo/server/config/env.ts'

/** The repository's root. */
export const root = join(import.meta.dirname, '../../../..')

interface Run {
  process: ChildProcess
  /** Everything it has printed. */
  output: () => string
  /** Its exit code, once it has ended; null when a signal ended it. */
  exit: Promise<number | null>
}

type Settings = Record<string, string | undefined>

/** Servers for one test, besides the shared one, with their own data folder. */
export interface OwnServers {
  dataDir: string
  /**
   * Starts the built server as `npm start` does, in its own process group, on a free port, without waiting. Undefined removes a
   * setting from its environment; `from` is the root of another build.
   */
  run: (settings?: Settings, from?: string) => Run
  /** Runs it and waits until it serves. Rejects with its output if it ends first. */
  launch: (settings?: Settings, from?: string) => Promise<Run & { url: string }>
  /** Kills the servers and removes the data. */
  close: () => Promise<void>
}

export function ownServers(): OwnServers {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-process-'))
  const children: ChildProcess[] = []
  const run: OwnServers['run'] = (settings = {}, from = root) => {
    const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
      cwd: from,
      detached: true,
      env: { ...onlySettings({ NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' }), ...settings },
    })
    children.push(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: unknown) => {
        text += chunk
      })
    return { process: child, output: () => text, exit: new Promise((done) => child.on('exit', done)) }
  }
  return {
    dataDir,
    run,
    launch: async (settings, from) => {
      const running = run(settings, from)
      const url = await new Promise<string>((done, fail) => {
        running.process.stdout?.on('data', () => {
          const found = /Duo is at (\S+)/.exec(running.output())?.[1]
          if (found) done(found)
        })
        running.exit.then((code) => fail(new Error(`ended with ${code}: ${running.output()}`)))
      })
      return { ...running, url }
    },
    close: async () => {
      for (const child of children) child.kill('SIGKILL')
      await stopEmbedded({ dataDir })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
