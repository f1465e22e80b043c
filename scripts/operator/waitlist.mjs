import { operate } from './operate.mjs'

await operate('waitlist', import.meta.filename)
