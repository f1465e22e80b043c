import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CompilerOptions } from '@inlang/paraglide-js'

const PLUGIN = 'plugin.inlang.messageFormat'

interface Settings {
  locales: string[]
  [PLUGIN]: { pathPattern: string[] }
}

/** The message files that settings.json lists, in its order, as absolute paths. Inlang resolves them from the project's parent folder. */
export function messageFiles(project: string): string[] {
  const settings = JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8')) as Settings
  return settings[PLUGIN].pathPattern.flatMap((pattern) =>
    settings.locales.map((locale) => resolve(project, '..', pattern.replace('{locale}', locale))),
  )
}

/**
 * Compiles the messages of the project into functions, one module a message, or one a language for development, where the browser
 * asks for every module by itself. Answers false when the last run had the same input. Throws when a listed file is missing or no JSON
 * and when a key has no function afterwards: inlang itself skips all three with a warning at most.
 */
export async function compileMessages(project: string, outdir: string, dev: boolean): Promise<boolean> {
  const texts = messageFiles(project).map(readMessages)
  const stamp = stampOf([String(dev), readFileSync(join(project, 'settings.json'), 'utf8'), ...texts])
  const stampFile = join(outdir, 'stamp.txt')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false

  rmSync(stampFile, { force: true })
  const { compile } = await import('@inlang/paraglide-js')
  await compile(compilerOptions(project, outdir, dev))
  const compiled: object = await import(`${pathToFileURL(join(outdir, 'messages.js')).href}?${stamp}`)
  const lost = texts.flatMap((text) => Object.keys(JSON.parse(text))).filter((key) => key !== '$schema' && !(key in compiled))
  if (lost.length > 0) throw new Error(`Not compiled: ${[...new Set(lost)].join(', ')}`)
  writeFileSync(stampFile, stamp)
  return true
}

/** Same stamp, same output: this file and the compiler's version are part of it. */
function stampOf(inputs: string[]): string {
  const compiler = new URL('../package.json', import.meta.resolve('@inlang/paraglide-js'))
  const sources = [import.meta.filename, compiler].map((file) => readFileSync(file, 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([...sources, ...inputs]))
    .digest('hex')
}

function compilerOptions(project: string, outdir: string, dev: boolean): CompilerOptions {
  return {
    project,
    outdir,
    outputStructure: dev ? 'locale-modules' : 'message-modules',
    // Addresses, cookie and header are ours (shared/locale.ts); server.ts and browser.ts say which language holds.
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  }
}

function readMessages(file: string): string {
  if (!existsSync(file)) throw new Error(`${relative(process.cwd(), file)} is missing: settings.json lists its folder`)
  const text = readFileSync(file, 'utf8')
  try {
    JSON.parse(text)
  } catch (cause) {
    throw new Error(`${relative(process.cwd(), file)} is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  return text
}

if (import.meta.main) {
  const started = performance.now()
  const project = join(import.meta.dirname, 'project.inlang')
  const done = await compileMessages(project, join(import.meta.dirname, 'compiled'), process.argv.includes('--dev'))
  console.error(done ? `messages compiled in ${Math.round(performance.now() - started)} ms` : 'messages unchanged')
  // Timers of inlang would keep the process alive for another half second.
  process.exit()
}
