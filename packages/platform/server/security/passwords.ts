import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../../shared/errors.ts'

/** Both throw `unavailable` at once when the queue is full. */
export interface Passwords {
  hash: (password: string) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
  /** Throws `unavailable` if the queue is full; call it before spending anything else. */
  requireRoom: () => void
  /** Minimum response time, ms, for calls that must not reveal whether anything was hashed. */
  coveringTime: number
  close: () => Promise<void>
}

interface Cost {
  N: number
  r: number
  p: number
}

/** OWASP password storage cheat sheet (scrypt); 16 MB per hash. */
const usualCost: Cost = { N: 16_384, r: 8, p: 5 }
const keyLength = 32
/** More waiting hashes per thread would outlast the user's patience. */
const queuePerRun = 16

/** Low priority, so that a flood of sign-ins yields to pages. Inline, because a bundled server has no file for it. */
const source = `
const { parentPort } = require('node:worker_threads')
const { scryptSync } = require('node:crypto')
const { setPriority, platform } = require('node:os')
if (platform() === 'linux') {
  try {
    setPriority(Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)), 10)
  } catch {}
}
parentPort.on('message', ({ id, password, salt, keyLength, cost }) => {
  const key = scryptSync(password, salt, keyLength, { ...cost, maxmem: 256 * cost.N * cost.r })
  parentPort.postMessage({ id, key })
})
`

/** Leaves one processor for everything else. */
const usualThreads = Math.max(1, availableParallelism() - 1)

export function createPasswords({ threads = usualThreads, cost = usualCost, coveringTime = 500 } = {}): Passwords {
  const limit = pLimit(threads)
  const scrypt = createThreads(threads)
  const requireRoom = () => {
    if (limit.pendingCount < threads * queuePerRun) return
    throw new AppError('unavailable', { message: 'too many passwords at once', retryAfterSeconds: 2 })
  }
  const derive = async (password: string, salt: Buffer, parameters: Cost) => {
    requireRoom()
    // keyboards differ in composed and decomposed characters (é)
    return limit(() => scrypt.run({ password: password.normalize('NFKC'), salt, keyLength, cost: parameters }))
  }
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },
    async verify(hash, password) {
      const [name, N, r, p, salt, stored] = hash.split('$')
      if (name !== 'scrypt' || !salt || !stored) return false
      const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
      const expected = Buffer.from(stored, 'base64url')
      return expected.length === key.length && timingSafeEqual(expected, key)
    },
    requireRoom,
    coveringTime,
    close: scrypt.close,
  }
}

interface Task {
  password: string
  salt: Buffer
  keyLength: number
  cost: Cost
}

/** Started lazily, and unreferenced while idle. A dead thread rejects its tasks and is replaced. */
function createThreads(count: number) {
  const threads: { worker: Worker; pending: Map<number, PromiseWithResolvers<Buffer>> }[] = []
  let nextId = 0
  let next = 0

  function start(index: number) {
    const worker = new Worker(source, { eval: true })
    const pending = new Map<number, PromiseWithResolvers<Buffer>>()
    const thread = { worker, pending }
    threads[index] = thread
    worker.unref()
    worker.on('message', ({ id, key }: { id: number; key: Uint8Array }) => {
      pending.get(id)?.resolve(Buffer.from(key))
      pending.delete(id)
      if (pending.size === 0) worker.unref()
    })
    const fail = (error: Error) => {
      if (threads[index] === thread) delete threads[index]
      for (const task of pending.values()) task.reject(error)
      pending.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the hashing thread exited')))
    return thread
  }

  return {
    run(task: Task): Promise<Buffer> {
      const index = next++ % count
      const { worker, pending } = threads[index] ?? start(index)
      const id = nextId++
      const result = Promise.withResolvers<Buffer>()
      pending.set(id, result)
      worker.ref()
      worker.postMessage({ id, ...task })
      return result.promise
    },
    close: async () => {
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()))
    },
  }
}
