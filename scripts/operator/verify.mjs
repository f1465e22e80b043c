import { operate } from './operate.mjs'

await operate('verify', import.meta.filename)
