import { type ChildProcess, spawn } from 'node:child_process'
import type { Command, Identity } from './identity.ts'

/** Of our own environment only what programs need: a PGPORT or PGDATA meant for another server must not reach this one. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot, TEMP } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot, TEMP, LC_ALL: 'C' }
}

/** Runs a program to its end. Answers its exit code (-1 when it could not be started) and what it wrote to stderr. */
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
