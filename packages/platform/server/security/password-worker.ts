import { scryptSync } from 'node:crypto'

export interface ScryptCost {
  N: number
  r: number
  p: number
}

export interface Derivation {
  password: string
  salt: Uint8Array
  keyLength: number
  cost: ScryptCost
}

/** Runs in the threads of `createPasswords`. */
export default ({ password, salt, keyLength, cost }: Derivation): Buffer =>
  scryptSync(password, salt, keyLength, { ...cost, maxmem: 256 * cost.N * cost.r })
