import { createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Returns a 128-bit HMAC. Guessing e-mail addresses needs the data key; `purpose` keeps hashes unlinkable. */
export const keyedHash = ({ dataKey }: Keys, purpose: string, value: string) =>
  createHmac('sha256', dataKey).update(`${purpose}\n${value}`).digest().subarray(0, 16).toString('base64url')
