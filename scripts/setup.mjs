// Shared by `npm start` and `npm test`. Imports only Node's own modules, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { duringStep } from '../apps/server/startup/during-step.mjs'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')

/** The Node that our packages need, installed by npm, whatever version runs this script. */
export const node = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

export function fail(message) {
  console.error(message)
  process.exit(1)
}

export function run(command, args, env = {}, stdio = 'inherit') {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  if (error) console.error(`${command} could not be run: ${error.message}`)
  return status ?? 1
}

/** Installs the locked packages if none are installed or the lock file changed. */
export async function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)
  const lockFile = readFileSync(join(root, 'package-lock.json'))
  const lock = createHash('sha256').update(lockFile).digest('hex')
  const missing = !existsSync(node) || !isInstalled(lock, lockFile)
  if (missing) {
    // standard error, because standard output may be a command's result
    console.error('Installing packages (a minute or so, once)…')
    const npm = process.env.npm_execpath
    // the build needs development packages, which npm omits with NODE_ENV=production
    const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const [command, args] = npm ? [process.execPath, [npm, ...ci]] : ['npm', ci]
    const output = ['inherit', process.stderr, process.stderr]
    const code = await duringStep('installing packages', () => ended(spawn(command, args, { cwd: root, stdio: output })))
    if (code !== 0) fail('npm ci failed; its message is above.')
  }
  if (!existsSync(node))
    fail(
      'The npm package "node" did not install its binary: install scripts are off (ignore-scripts). Run: npm rebuild node --ignore-scripts=false',
    )
  if (missing) writeFileSync(stamp, lock)
}

// compares our own stamp, or npm's list after a manual `npm ci`
function isInstalled(lock, lockFile) {
  const { packages } = JSON.parse(lockFile)
  // packages of a workspace are outside of node_modules, so a copy of that folder lacks them
  const isLocal = (path) => /^(?!node_modules\/).*\/node_modules\//.test(path)
  if (!Object.keys(packages).every((path) => !isLocal(path) || existsSync(join(root, path)))) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true
  const ofNpm = join(modules, '.package-lock.json')
  if (!existsSync(ofNpm)) return false
  const { packages: here } = JSON.parse(readFileSync(ofNpm, 'utf8'))
  return Object.entries(packages).every(([path, { version, integrity, optional }]) => {
    const found = here[path]
    return path === '' || (found ? found.version === version && found.integrity === integrity : optional)
  })
}

const environment = () => ({ ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}` })

export const runNode = (args, env) => run(node, args, { ...environment(), ...env })

/**
 * Runs a Node script and resolves to its exit code. Its output goes to `write`, in the colours that this terminal has; without `write`
 * the script has the terminal itself.
 */
export function startNode(args, { env, write } = {}) {
  const colours = write && process.stdout.isTTY && { FORCE_COLOR: '1' }
  const stdio = write ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(node, args, { cwd: root, stdio, env: { ...environment(), ...colours, ...env } })
  child.stdout?.setEncoding('utf8').on('data', write)
  child.stderr?.setEncoding('utf8').on('data', write)
  return ended(child)
}

/** Resolves to the exit code, 1 if a signal ended the program or it could not be run. */
const ended = (child) =>
  new Promise((done) => {
    child.once('error', (error) => {
      console.error(`${child.spawnfile} could not be run: ${error.message}`)
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })

/** Builds what changed, according to turbo. Prints its output only on failure. Resolves to whether it succeeded. */
export async function build(task = 'build') {
  const turbo = join(modules, 'turbo/bin/turbo')
  const child = spawn(node, [turbo, 'run', task, '--output-logs=errors-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  })
  const reading = Promise.all([text(child.stdout), text(child.stderr)])
  const code = await duringStep('building what changed', () => ended(child))
  const output = (await reading).join('')
  if (code === 0) return true
  console.error(`${output}\nThe build failed; its message is above.`)
  if (/ENOSPC|No space left on device/.test(output)) console.error(`The disk of ${root} is full: free space on it.`)
  if (/EACCES|EROFS/.test(output)) console.error(`This user may not write to ${root}: build as the user who owns it.`)
  return false
}
