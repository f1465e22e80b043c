import { createHmac } from 'node:crypto'

/**
 * What is stored instead of an address: without the server's secret nobody can try addresses against it, and hashes for one purpose say
 * nothing about another. 128 bits, as 22 letters.
 */
export const keyedHash = (secret: string, purpose: string, value: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${value}`).digest().subarray(0, 16).toString('base64url')
