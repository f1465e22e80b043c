import { operate } from './operate.mjs'

await operate('doctor', import.meta.filename)
