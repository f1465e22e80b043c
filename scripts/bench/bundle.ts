import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { table } from './support/table.ts'

interface Chunk {
  file: string
  imports?: string[]
}

const clientDir = join(import.meta.dirname, '../../apps/web/dist/client')
const entry = 'entry-client.tsx'
const documentEntry = 'entry-page.ts'
/** Other pages are documents: the browser never loads their code. */
const appPage = /\/(?:auth|chat|membership)\/ui\/.*-page\.tsx$/

/** Measures the first-load JavaScript: what a page's HTML loads before any interaction. */
export async function bundle(): Promise<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
  const pages = Object.keys(chunks).filter((key) => appPage.test(key))
  return table([
    ['page', 'JavaScript, kB', 'gzip, kB', 'Brotli, kB'],
    ['every public page', ...sizes(chunks, documentEntry)],
    ...pages.map((page) => [page.split('/').at(-1) ?? page, ...sizes(chunks, entry, page)]),
  ])
}

function sizes(chunks: Record<string, Chunk>, ...keys: string[]): number[] {
  const files = [...new Set(keys.flatMap((key) => [...reach(chunks, key)]))].map((file) => readFileSync(join(clientDir, file)))
  const sum = (measure: (bytes: Buffer) => number) =>
    Math.round(files.reduce((total, bytes) => total + measure(bytes), 0) / 100) / 10
  return [
    sum((bytes) => bytes.length),
    sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    sum((bytes) => brotliCompressSync(bytes).length),
  ]
}

function reach(chunks: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) reach(chunks, imported, seen)
  return seen
}
