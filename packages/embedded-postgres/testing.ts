import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { stopEmbedded } from './embedded.ts'

type HolderOutput = { url: string; pid: number; started: boolean; code?: string; message?: string }

export type TestHolder = HolderOutput & { child: ChildProcess }

export const isRoot = process.getuid?.() === 0

/** Creates a data folder that is removed with its server after the test. Pass `afterAll` to share it within a file. */
export function temporaryDataDir(whenDone: (remove: () => Promise<void>) => void = onTestFinished): string {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'duo-embedded-')))
  chmodSync(dataDir, 0o711)
  whenDone(async () => {
    await stopEmbedded({ dataDir, mode: 'immediate' })
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/** Attaches to a data folder from another process, in its own process group as in a shell. */
export async function startHolder(dataDir: string, user: { uid?: number; gid?: number } = {}): Promise<TestHolder> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test-holder.ts'), dataDir], {
    ...user,
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`test-holder.ts ended with ${code}`)
  })
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return { ...(JSON.parse(line) as HolderOutput), child }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Kills all processes of the server, as a power failure does. */
export function killServer(pid: number): void {
  process.kill(-pid, 'SIGKILL')
}

export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
