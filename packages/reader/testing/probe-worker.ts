import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { env } from 'node:process'

/** What a hostile file that has taken over the process would try; prints what works. Only tests start it. */
const attempts: Record<string, () => unknown> = {
  'read a file of the system': () => readFileSync('/etc/hostname'),
  'read the settings': () => readFileSync(new URL('../../../.env', import.meta.url)),
  'write a file': () => writeFileSync('/tmp/duo-reader-probe', ''),
  'start a program': () => {
    const { error } = spawnSync('/bin/true')
    if (error) throw error
  },
  'run a text as code': () => new Function('return 1')(),
  'see a network': () => {
    if (
      Object.values(networkInterfaces())
        .flat()
        .every((one) => one?.internal ?? true)
    )
      throw new Error('none')
  },
  'see a variable of the environment': () => {
    if (Object.keys(env).length === 0) throw new Error('none')
  },
}

process.stdout.write('started\n')
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    attempt()
    process.stdout.write(`${what}\n`)
  } catch {
    // it is not permitted
  }
}
const socket = connect(9, '192.0.2.1')
socket.on('error', ({ message }) => process.stdout.write(/ENETUNREACH/.test(message) ? '' : `reach ${message}\n`))
socket.setTimeout(2000, () => socket.destroy())
