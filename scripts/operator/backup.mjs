import { operate } from './operate.mjs'

await operate('backup', import.meta.filename)
