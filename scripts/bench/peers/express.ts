// A bare Express route that returns JSON: `node express.ts <file>` prints its URL.

import { readFileSync } from 'node:fs'
import { portOf } from '@duo/platform/server/port-of.ts'
import express from 'express'

const data: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

const app = express()
app.get('/{*path}', (_req, res) => void res.json(data))
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${portOf(server)}\n`)
})
