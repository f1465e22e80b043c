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

/** Measures the first-load JavaScript of every page: what its HTML loads before any interaction. */
export async function bundle(): Promise<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
  const pages = Object.keys(chunks).filter((key) => key.endsWith('-page.tsx'))
  return table([
    ['page', 'JavaScript, kB', 'gzip, kB', 'Brotli, kB'],
    ...pages.map((page) => [page.split('/').at(-1) ?? page, ...sizes(chunks, page)]),
  ])
}

function sizes(chunks: Record<string, Chunk>, page: string): number[] {
  const files = [...new Set([...reach(chunks, entry), ...reach(chunks, page)])].map((file) => readFileSync(join(clientDir, file)))
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
