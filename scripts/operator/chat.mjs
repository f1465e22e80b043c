import { operate } from './operate.mjs'

await operate('chat', import.meta.filename)
