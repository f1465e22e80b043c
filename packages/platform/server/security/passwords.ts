import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '../../shared/errors.ts'
import { openThreads } from '../threads.ts'
import type { Derivation, ScryptCost } from './password-worker.ts'

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

/** OWASP password storage cheat sheet (scrypt); 16 MB per hash. */
const usualCost: ScryptCost = { N: 16_384, r: 8, p: 5 }
const keyLength = 32
/** More waiting hashes per thread would outlast the user's patience. */
const queuePerRun = 16

/** Leaves one processor for everything else. */
const usualThreads = Math.max(1, availableParallelism() - 1)

export function createPasswords({ threads = usualThreads, cost = usualCost, coveringTime = 500 } = {}): Passwords {
  const pool = openThreads(import.meta.dirname, 'password-worker', { minThreads: 0, maxThreads: threads, idleTimeout: Infinity })
  let inProgress = 0
  const requireRoom = () => {
    if (inProgress < threads * (1 + queuePerRun)) return
    throw new AppError('unavailable', { message: 'too many passwords at once', retryAfterSeconds: 2 })
  }
  const derive = async (password: string, salt: Buffer, parameters: ScryptCost) => {
    requireRoom()
    inProgress += 1
    try {
      // keyboards differ in composed and decomposed characters (é)
      const task: Derivation = { password: password.normalize('NFKC'), salt, keyLength, cost: parameters }
      const key: Uint8Array = await pool.run(task)
      return Buffer.from(key)
    } finally {
      inProgress -= 1
    }
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
    close: () => pool.destroy(),
  }
}
