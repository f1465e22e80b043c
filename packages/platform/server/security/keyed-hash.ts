import { createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/**
 * What is stored instead of an address: without the server's data key nobody can try addresses against it, and hashes for one purpose say
 * nothing about another. 128 bits, as 22 letters.
 */
export const keyedHash = ({ dataKey }: Keys, purpose: string, value: string) =>
  createHmac('sha256', dataKey).update(`${purpose}\n${value}`).digest().subarray(0, 16).toString('base64url')
