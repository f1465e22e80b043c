import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { isAlive } from '@duo/embedded-postgres/postmaster.ts'
import { freePort } from '@duo/platform/testing/servers/built-server.ts'
import { onlySettings } from '../config/env.ts'
import { root } from '../config/paths.ts'

/** A copy of the sources to edit, so that a killed test leaves the developer's files untouched. */
export interface SourceCopy {
  folder: string
  read: (file: string) => string
  /** Saves in place or, as some editors do, by renaming a temporary file. */
  save: (file: string, text: string, how?: 'in place' | 'by renaming') => void
  remove: () => void
}

const copyPrefix = 'duo-sources-'

function removeStaleCopies() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(copyPrefix))) {
    const pid = Number(name.slice(copyPrefix.length).split('-')[0])
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Copies all files that git tracks or would track. npm packages are symlinked; workspace packages are the copy's own. */
export function copySources(): SourceCopy {
  removeStaleCopies()
  const folder = mkdtempSync(join(tmpdir(), `${copyPrefix}${process.pid}-`))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of list.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    // git also lists files deleted but not committed
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@duo'), { recursive: true })
  const isPackage = (name: string) => name === '.bin' || (name !== '@duo' && !name.startsWith('.'))
  for (const name of readdirSync(join(root, 'node_modules')).filter(isPackage))
    symlinkSync(join(root, 'node_modules', name), join(packages, name))
  // marks the packages as installed, so that nothing is installed over the links
  writeFileSync(join(packages, '.installed-lock'), hash('sha256', readFileSync(join(folder, 'package-lock.json'))))
  const workspaces = join(root, 'node_modules/@duo')
  for (const name of readdirSync(workspaces)) {
    const workspace = relative(root, realpathSync(join(workspaces, name)))
    symlinkSync(join(folder, workspace), join(packages, '@duo', name))
    // versions that differ from the root's
    const own = join(root, workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, workspace, 'node_modules'))
  }
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    save: (file, text, how = 'in place') => {
      const path = join(folder, file)
      if (how === 'in place') return writeFileSync(path, text)
      writeFileSync(`${path}~`, text)
      renameSync(`${path}~`, path)
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export interface DevelopmentServer {
  url: string
  dataDir: string
  output: () => string
  isRunning: () => boolean
  close: () => Promise<void>
}

/** Runs `npm run dev` of a copy on a free port with a data folder of its own. Resolves when it serves. */
export async function startDevelopment(copy: SourceCopy): Promise<DevelopmentServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-development-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs', '--dev'], {
    cwd: copy.folder,
    // the IPC channel ends the server if this test is killed
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: onlySettings({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }),
  })
  const output = collect(child)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await until(() => output().includes('Duo is at') || !isRunning(), 'the start')
    const url = /Duo is at (\S+)/.exec(output())?.[1]
    if (!url) throw new Error(`the development server did not start: ${output()}`)
    return { url, dataDir, output, isRunning, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs a script up to `times` times in a row until `stop`, which returns the exit codes. */
export function repeat(copy: SourceCopy, script: string, times: number) {
  const codes: (number | null)[] = []
  let child: ChildProcess | undefined
  let stopped = false
  const loop = (async () => {
    for (let i = 0; i < times && !stopped; i++) {
      child = spawn(process.execPath, [script], { cwd: copy.folder, stdio: 'ignore' })
      const code = await new Promise<number | null>((done) => child?.once('exit', done))
      if (!stopped) codes.push(code)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      child?.kill('SIGKILL')
      await loop
      return codes
    },
  }
}

const timeoutMs = 180_000 // generous, because a busy machine is not a failure

/** Polls until `check` returns a value. A thrown error counts as no value. */
export async function until<T>(
  check: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  what = 'it',
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs
  let failure: unknown
  while (Date.now() < giveUpAt) {
    try {
      const value = await check()
      if (value !== null && value !== undefined && value !== false) return value
    } catch (error) {
      failure = error
    }
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`, { cause: failure })
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: unknown) => {
      text += chunk
    })
  return () => text
}
