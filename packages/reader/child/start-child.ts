import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { extensionOf } from '../content/content-of.ts'
import { hasFilePermissions, networkNamespace } from './reader-isolation.ts'

/** Megabytes of JavaScript's objects; the rest of the limit is for the program and for buffers. */
const heap = 320
/** Lower than of the server, so that reading yields to requests. */
const niceness = 10

/** Starts a process that may read the program's own files and nothing else, with an empty environment and without network. */
export async function startChild(name: string, worker = 'reader-worker'): Promise<ChildProcessWithoutNullStreams> {
  const { command } = await networkNamespace()
  const { file, readable } = workerFile(import.meta.dirname, worker)
  const permissions = hasFilePermissions ? ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)] : []
  const options = [`--max-old-space-size=${heap}`, '--disallow-code-generation-from-strings', '--no-warnings', ...permissions]
  // the name may hold any character, and only its end matters
  const [program = process.execPath, ...rest] = [...command, process.execPath, ...options, file, `file.${extensionOf(name)}`]
  const child = spawn(program, rest, { env: {}, stdio: 'pipe' })
  child.on('spawn', () => {
    try {
      setPriority(child.pid ?? 0, niceness)
    } catch {
      // it has ended already
    }
  })
  return child
}

/** Beside the server's bundle; in the sources, Node runs the file itself. */
function workerFile(folder: string, worker: string): { file: string; readable: string[] } {
  const bundled = join(folder, `${worker}.js`)
  const isBundled = existsSync(bundled)
  const file = isBundled ? bundled : join(folder, `${worker}.ts`)
  if (!existsSync(file)) throw new Error(`the build lacks ${worker}.js`)
  // not the root, which may hold the settings
  const own = isBundled ? folder : join(folder, '../..')
  const above = ancestors(folder)
  const packages = above
    .flatMap((path) => [join(path, 'node_modules'), join(path, 'package.json')])
    .filter((path) => existsSync(path))
  return { file, readable: [own, ...packages] }
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}
