// What `npm start` and `npm test` share on a fresh machine. Node's own modules only: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')

/** The Node that our packages need; npm brings it, whatever version runs this script. */
export const node = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Ends the process with one line a person can act on. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs a program to its end with our terminal; answers its exit code. */
export function run(command, args, env = {}, stdio = 'inherit') {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  if (error) console.error(`${command} could not be run: ${error.message}`)
  return status ?? 1
}

/** Installs the locked packages when there are none or the lock file changed since. */
export function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)
  const text = readFileSync(join(root, 'package-lock.json'))
  const lock = createHash('sha256').update(text).digest('hex')
  const missing = !existsSync(node) || !isInstalled(lock, text)
  if (missing) {
    // on standard error: a command may have its results read from standard output
    console.error('Installing packages (a minute or so, once)…')
    const npm = process.env.npm_execpath
    // what we build and test with is among the development packages, which npm leaves out where NODE_ENV says production
    const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const output = ['inherit', process.stderr, process.stderr]
    const code = npm ? run(process.execPath, [npm, ...ci], {}, output) : run('npm', ci, {}, output)
    if (code !== 0) fail('npm ci failed; its message is above.')
  }
  if (!existsSync(node))
    fail(
      'The npm package "node" did not install its binary: install scripts are off (ignore-scripts). Run: npm rebuild node --ignore-scripts=false',
    )
  if (missing) writeFileSync(stamp, lock)
}

/** Whether the lock file's packages are here: by our own word, or by npm's, which writes down what an `npm ci` of somebody's put there. */
function isInstalled(lock, text) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true
  const ofNpm = join(modules, '.package-lock.json')
  if (!existsSync(ofNpm)) return false
  const { packages: here } = JSON.parse(readFileSync(ofNpm, 'utf8'))
  // optional ones are for other systems; the entry without a name is the project itself
  return Object.entries(JSON.parse(text).packages).every(([path, { version, integrity, optional }]) => {
    const found = here[path]
    return path === '' || (found ? found.version === version && found.integrity === integrity : optional)
  })
}

/** Our environment with the programs of our packages first, so that a child that says `node` gets ours. */
const environment = () => ({ ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}` })

/** Runs a Node script of ours or of a package on the Node that npm brought; answers its exit code. */
export const runNode = (args, env) => run(node, args, { ...environment(), ...env })

/** Builds what changed; turbo knows by the sources. Its words are shown only when it fails; answers whether it went well. */
export function build(task = 'build') {
  const turbo = join(modules, 'turbo/bin/turbo')
  const { status, stdout, stderr } = spawnSync(node, [turbo, 'run', task, '--output-logs=errors-only'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...environment(), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  })
  if (status !== 0) console.error(`${stdout}${stderr}\nThe build failed; its message is above.`)
  return status === 0
}
