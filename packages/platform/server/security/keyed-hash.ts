import { createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Addresses cannot be tried without the data key, and hashes of different purposes cannot be linked. 128 bits. */
export const keyedHash = ({ dataKey }: Keys, purpose: string, value: string) =>
  createHmac('sha256', dataKey).update(`${purpose}\n${value}`).digest().subarray(0, 16).toString('base64url')
