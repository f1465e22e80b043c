// npm start: installs, builds, serves. npm run dev (--dev): serves the sources through Vite, without a build.
// package.json uses `exec`, because npm signals only its shell, which would not forward the signal.
// The part after `||` is for Windows, whose shell has no `exec`.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as util from 'node:util'
import { findPortFault } from '../apps/server/startup/port-fault.mjs'
import { build, fail, install, node, root } from './setup.mjs'

// our parent is npm, unless started directly; read first, because it may end while we build
const npm = process.env.npm_lifecycle_event ? process.ppid : null
const dev = process.argv.includes('--dev')

const startAgain = 75

console.error('Duo is starting…')
await requireFreePort()
await install()
if (!dev && !(await build())) process.exit(1)

// with MALLOC_ARENA_MAX, 120 MB less at a peak (docs/benchmarks.md, Memory)
const production = ['--enable-source-maps', '--max-semi-space-size=32', 'apps/server/dist/main.js']
const program = dev ? ['--enable-source-maps', 'apps/server/dev/main.ts'] : production
let server
console.error(dev ? 'Starting the development server…' : 'Starting the server and its database…')
serve()

function serve() {
  // the IPC channel tells the server when this process ends, however it ends
  server = spawn(node, program, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // overrides the shell: development serves sources and everyone's mails
    env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: dev ? 'development' : 'production' },
  })
  server.on('exit', (code, signal) => {
    if (dev && code === startAgain) return serve()
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
  })
}

/** Asks before packages and build, which take minutes. The server asks again, and it reports a setting that is no number. */
async function requireFreePort() {
  const file = join(root, '.env')
  // absent before Node 20.12
  const stored = existsSync(file) ? (util.parseEnv?.(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) ?? {}) : {}
  const { PORT, HOST } = { ...stored, ...process.env }
  const port = Number(PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return
  const fault = await findPortFault(port, HOST || '127.0.0.1')
  if (fault !== null) fail(`Duo cannot start: ${fault}`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
process.on('disconnect', () => server.kill('SIGTERM'))

// A killed npm forwards no signal, so watch for its end. Under nohup, setsid or a supervisor npm stays alive.
// Without npm our parent is a shell, which may leave us running on purpose.
if (npm !== null) {
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500).unref()
}
