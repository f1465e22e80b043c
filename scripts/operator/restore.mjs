import { operate } from './operate.mjs'

await operate('restore', import.meta.filename)
