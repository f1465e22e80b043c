import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withFileLock } from './file-lock.ts'
import { replaceFiles } from './replace-files.ts'

const PLUGIN = 'plugin.inlang.messageFormat'

export interface Settings {
  locales: string[]
  modules: string[]
  [PLUGIN]: { pathPattern: string[] }
}

export interface Compilation {
  project: string
  outdir: string
  /** `message-modules` for bundles, which include only used messages; `locale-modules` for the dev server. */
  structure: 'message-modules' | 'locale-modules'
}

export const readSettings = (project: string) => JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8')) as Settings

/** Returns absolute paths in the order of settings.json. Inlang resolves them from the project's parent folder. */
export function listMessageFiles(project: string, settings = readSettings(project)): string[] {
  return settings[PLUGIN].pathPattern.flatMap((pattern) =>
    settings.locales.map((locale) => resolve(project, '..', pattern.replace('{locale}', locale))),
  )
}

const isStamped = (outdir: string, stamp: string) => {
  const file = join(outdir, 'stamp.txt')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

export const isCompiled = ({ project, outdir, structure }: Compilation) => isStamped(outdir, readInput(project, structure).stamp)

/** Returns the changed files. Safe with concurrent callers and readers. Throws for invalid files and keys without a function. */
export async function compileMessages({ project, outdir, structure }: Compilation): Promise<string[]> {
  if (isCompiled({ project, outdir, structure })) return []

  const workshop = join(dirname(outdir), 'dist')
  return withFileLock(join(workshop, `${basename(outdir)}.lock`), async () => {
    const { texts, stamp } = readInput(project, structure)
    if (isStamped(outdir, stamp)) return []
    const fresh = mkdtempSync(join(workshop, `${basename(outdir)}-`))
    try {
      await compileInto(fresh, project, structure)
      const compiled: object = await import(`${pathToFileURL(join(fresh, 'messages.js')).href}?${stamp}`)
      const lost = texts.flatMap((text) => Object.keys(JSON.parse(text))).filter((key) => key !== '$schema' && !(key in compiled))
      if (lost.length > 0) throw new Error(`Not compiled: ${[...new Set(lost)].join(', ')}`)
      rmSync(join(outdir, 'stamp.txt'), { force: true })
      writeFileSync(join(fresh, 'stamp.txt'), stamp)
      return replaceFiles(fresh, outdir, ['messages/_index.js', 'messages.js', 'stamp.txt'])
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  })
}

async function compileInto(outdir: string, project: string, outputStructure: Compilation['structure']): Promise<void> {
  const { compile } = await import('@inlang/paraglide-js')
  await compile({
    project,
    outdir,
    outputStructure,
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  })
}

/** The stamp covers this file and the compiler's version, so an equal stamp means equal output. */
function readInput(project: string, structure: string) {
  const settings = readFileSync(join(project, 'settings.json'), 'utf8')
  const texts = listMessageFiles(project).map(readMessages)
  const compiler = new URL('../package.json', import.meta.resolve('@inlang/paraglide-js'))
  const sources = [import.meta.filename, compiler].map((file) => readFileSync(file, 'utf8'))
  const stamp = createHash('sha256')
    .update(JSON.stringify([...sources, structure, settings, ...texts]))
    .digest('hex')
  return { texts, stamp }
}

function readMessages(file: string): string {
  if (!existsSync(file)) throw new Error(`${relative(process.cwd(), file)} is missing: settings.json lists its folder`)
  const text = readFileSync(file, 'utf8')
  try {
    JSON.parse(text)
  } catch (cause) {
    throw new Error(`${relative(process.cwd(), file)} is not valid JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  return text
}

if (import.meta.main) {
  const started = performance.now()
  const project = join(import.meta.dirname, 'project.inlang')
  const changed = await compileMessages({ project, outdir: join(import.meta.dirname, 'compiled'), structure: 'message-modules' })
  console.error(changed.length > 0 ? `messages compiled in ${Math.round(performance.now() - started)} ms` : 'messages unchanged')
  process.exit() // inlang's timers would keep the process alive for another half second
}
