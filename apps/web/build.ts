import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minify } from 'terser'
import { build } from 'vite'
import { setAssetsAside } from './kept-assets.ts'

const root = import.meta.dirname
const clientDir = join(root, 'dist/client')
/** Characters; larger scripts are skipped. The script that every page loads has about 330,000. */
const largest = 400_000

const keep = setAssetsAside(join(root, 'dist'))
await build({ root, logLevel: 'warn' })
await build({ root, logLevel: 'warn', build: { ssr: 'entry-server.tsx' } })
await tighten(join(clientDir, 'assets'))
compressFiles(clientDir)
keep()

/** Saves 1 % (Brotli) over Vite's minifier. Separate statements compress better than comma sequences. */
async function tighten(folder: string) {
  const compress = { ecma: 2020, passes: 2, sequences: false, join_vars: false } as const
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const file = join(folder, name)
    const source = readFileSync(file, 'utf8')
    if (source.length > largest) continue
    const options = { module: true, ecma: 2020, compress } as const
    const once = await minify(source, options)
    // a second run over its own output saves another 0.15 kB of what every page loads
    const { code } = await minify(once.code ?? '', options)
    if (!code) throw new Error(`terser returned no code for ${name}`)
    writeFileSync(file, code)
  }
}

function compressFiles(folder: string) {
  const compressible = new Set(['.js', '.css', '.svg', '.webmanifest', '.ico', '.txt'])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        },
      }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
