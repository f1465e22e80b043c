import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** For programs that refuse to run as root. */
interface Owner {
  uid?: number
  gid?: number
}

export function startProgram(program: string, args: string[], owner: Owner = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/', ...owner })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const startLimit = 10_000

export async function untilListens(port: number): Promise<void> {
  const deadline = performance.now() + startLimit
  while (!(await isAccepted(port))) {
    if (performance.now() > deadline) throw new Error(`nothing listens on port ${port} after ${startLimit} ms`)
    await sleep(20)
  }
}

const isAccepted = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    }).on('error', () => done(false))
  })
