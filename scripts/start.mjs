// npm start: install, build, serve. npm run dev (--dev): the same with Vite transforming sources on request.
// package.json starts it with `exec`: npm signals only its shell, and a shell that stays in between keeps the signal to itself.
// What follows `||` there is for Windows, whose shell has no `exec`; elsewhere it is never reached.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, install, node, root } from './setup.mjs'

/** npm, unless we were started without it. Read first: it may end while we build. */
const npm = process.env.npm_lifecycle_event ? process.ppid : null
const dev = process.argv.includes('--dev')

install()
if (!build(dev ? 'messages' : 'build')) process.exit(1)

const program = dev
  ? [
      join(root, 'node_modules/tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      '--exclude',
      'apps/web/**',
      'apps/server/main.ts',
    ]
  : ['--enable-source-maps', 'apps/server/dist/main.js']
// the channel tells the server when this process is gone, however it went: a signal to npm alone never reaches it
const server = spawn(node, program, {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // whatever the shell says: development serves sources, and everybody's mails at /dev/mail
  env: { ...process.env, NODE_ENV: dev ? 'development' : 'production' },
})

// A terminal sends Ctrl-C to everybody who runs in it. tsx takes a second one for impatience: it kills the server, whose Postgres stays.
// It is passed on only where that did not end it.
const mayHaveHeard = (signal) => dev && signal === 'SIGINT' && process.stdin.isTTY
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    const passOn = () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    if (mayHaveHeard(signal)) setTimeout(passOn, 10_000).unref()
    else passOn()
  })

// npm that is killed outright passes nothing on. Its own parent does not matter: under nohup, setsid or a supervisor npm stays alive,
// and so does the server. Without npm in front, our parent is a shell that may leave us running on purpose.
if (npm !== null) {
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500).unref()
}
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
