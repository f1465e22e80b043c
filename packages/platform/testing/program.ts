import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whom a program runs as, where we are root and it refuses to be. */
interface Owner {
  uid?: number
  gid?: number
}

/** Starts a program of the operating system beside us. Its errors go to ours. */
export function startProgram(program: string, args: string[], owner: Owner = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/', ...owner })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    /** Ends it and waits until it is gone. May be called twice. */
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const startLimit = 10_000

/** Resolves once connections to a port of this machine are accepted; rejects when they are not in time. */
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
