import { operate } from './operate.mjs'

await operate('account', import.meta.filename)
