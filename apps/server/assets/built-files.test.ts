import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { builtFiles } from './built-files.ts'

test('a file that is gone is a 404 or a cut response, and the server goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'duo-files-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['a.css', 'b.css', 'b.css.br', 'c.css']) writeFileSync(join(folder, 'assets', name), `/* ${name} */`)
  const app = express().use(builtFiles(folder), (_req, res) => void res.status(404).end())
  const server = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  const get = (name: string) =>
    fetch(`http://127.0.0.1:${port}/assets/${name}`, { headers: { 'accept-encoding': 'br' } }).then(
      ({ status }) => status,
      () => 'cut',
    )
  expect(await get('a.css')).toBe(200)
  rmSync(join(folder, 'assets/a.css'))
  rmSync(join(folder, 'assets/b.css.br'))
  expect(await get('a.css')).toBe(404)
  expect(await get('b.css')).toBe('cut')
  expect(await get('c.css')).toBe(200)
})
