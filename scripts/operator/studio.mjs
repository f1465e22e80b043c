import { operate } from './operate.mjs'

await operate('studio', import.meta.filename)
