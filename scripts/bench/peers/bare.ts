// The floor for pages: sends one buffer over node:http. `node bare.ts <file>` prints its URL.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { portOf } from '@duo/platform/server/port-of.ts'

const body = readFileSync(process.argv[2] ?? '')
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br', 'Content-Length': body.length }

const server = createServer((_req, res) => res.writeHead(200, headers).end(body)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${portOf(server)}\n`)
})
