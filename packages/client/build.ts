import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { procedures } from '@duo/features/server'
import { build } from 'vite'
import { indexDeclarations, schemaDeclarations } from './declarations/declarations.ts'
import { readContract } from './declarations/router-types.ts'

const maxBytes = 5 * 1024

const here = import.meta.dirname
const root = join(here, '../..')
const dist = join(here, 'dist')

/** Bundles the package into dist/package and packs it. Returns the path of the tarball. */
export async function packClient(): Promise<string> {
  rmSync(dist, { recursive: true, force: true })
  const folder = join(dist, 'package')
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      outDir: folder,
      target: 'es2023',
      minify: true,
      lib: { entry: { index: join(here, 'index.ts'), schemas: join(here, 'schemas.ts') }, formats: ['es'] },
      rolldownOptions: { external: [/^@trpc\//, 'eventsource', 'zod'] },
    },
  })
  const own = brotliCompressSync(readFileSync(join(folder, 'index.js'))).length
  if (own > maxBytes) throw new Error(`the client has ${own} bytes, more than the limit of ${maxBytes}`)
  const kinds = Object.fromEntries(Object.entries(procedures).map(([path, { _def }]) => [path, _def.type]))
  const contract = readContract(root)
  writeFileSync(join(folder, 'index.d.ts'), indexDeclarations(readFileSync(join(here, 'index.ts'), 'utf8'), contract, kinds))
  writeFileSync(join(folder, 'schemas.d.ts'), schemaDeclarations(contract))
  cpSync(join(here, 'README.md'), join(folder, 'README.md'))
  writeOutputs(contract)
  const { devDependencies: _ours, scripts: _build, private: _private, ...manifest } = readJson('package.json')
  const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
  const published = {
    ...manifest,
    exports: { '.': entry('index'), './schemas': entry('schemas') },
    sideEffects: false,
    files: ['*.js', '*.d.ts'],
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', dist, folder], { encoding: 'utf8' }),
  ) as [{ filename: string }]
  return join(dist, filename)
}

const readJson = (name: string) => JSON.parse(readFileSync(join(here, name), 'utf8')) as Record<string, unknown>

/** For the server's OpenAPI document, which cannot read types. Committed; a test compares them. */
function writeOutputs({ procedures }: ReturnType<typeof readContract>) {
  const outputs = Object.fromEntries(Object.entries(procedures).map(([path, { output }]) => [path, output]))
  writeFileSync(join(dist, 'outputs.json'), `${JSON.stringify(outputs)}\n`)
}

if (import.meta.main) {
  mkdirSync(dist, { recursive: true })
  const tarball = await packClient()
  cpSync(join(dist, 'outputs.json'), join(root, 'apps/server/openapi/outputs.json'))
  process.stdout.write(`${tarball}\n`)
}
