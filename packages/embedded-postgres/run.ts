import { type ChildProcess, spawn } from 'node:child_process'
import type { Command, Identity } from './identity.ts'

/** Returns a minimal environment: PGPORT or PGDATA of another server must not apply here. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot, TEMP } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, TEMP, LC_ALL: 'C' }
}

export function run(identity: Identity, file: string, args: string[]): Promise<{ code: number; stderr: string }> {
  const child = start(identity.command(file, args))
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: -1, stderr: error.message }))
    child.once('close', (code) => resolve({ code: code ?? -1, stderr: stderr.trim() }))
  })
}

function start({ file, args, options }: Command): ChildProcess {
  return spawn(file, args, { ...options, env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
}
