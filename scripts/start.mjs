// npm start: install, build, serve. npm run dev (--dev): the same from the sources, through Vite, without a build.
// package.json starts it with `exec`: npm signals only its shell, and a shell that stays in between keeps the signal to itself.
// What follows `||` there is for Windows, whose shell has no `exec`; elsewhere it is never reached.
import { spawn } from 'node:child_process'
import { build, install, node, root } from './setup.mjs'

/** npm, unless we were started without it. Read first: it may end while we build. */
const npm = process.env.npm_lifecycle_event ? process.ppid : null
const dev = process.argv.includes('--dev')

/** The exit code by which the development server asks for another process: code that Node itself had loaded was edited. */
const startAgain = 75

install()
// development compiles the messages itself
if (!dev && !build()) process.exit(1)

const program = dev ? ['--enable-source-maps', 'apps/server/dev/main.ts'] : ['--enable-source-maps', 'apps/server/dist/main.js']
let server
serve()

function serve() {
  // the channel tells the server when this process is gone, however it went: a signal to npm alone never reaches it
  server = spawn(node, program, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // whatever the shell says: development serves sources, and everybody's mails at /dev/mail
    env: { ...process.env, NODE_ENV: dev ? 'development' : 'production' },
  })
  server.on('exit', (code, signal) => {
    if (dev && code === startAgain) return serve()
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
// a test that started this one and was killed
process.on('disconnect', () => server.kill('SIGTERM'))

// npm that is killed outright passes nothing on. Its own parent does not matter: under nohup, setsid or a supervisor npm stays alive,
// and so does the server. Without npm in front, our parent is a shell that may leave us running on purpose.
if (npm !== null) {
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500).unref()
}
