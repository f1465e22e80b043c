import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type Compilation, compileMessages, isCompiled } from '@duo/platform/i18n/compile.ts'
import { type MessageFolder, messageFolders } from '@duo/platform/i18n/message-folders.ts'
import { normalizePath, type Plugin, type ViteDevServer } from 'vite'

const i18n = resolve(import.meta.dirname, '../../packages/platform/i18n')
/** Apart from the compiled messages that checks, tests and builds use, so that those never touch a running server's. */
const live = normalizePath(join(i18n, 'dist/live'))
const messagesId = '\0duo:messages'

declare global {
  /** Folder → language → its compiled texts: what pages rendered in this process say now. */
  var duoLiveTexts: Record<string, Record<string, object>> | undefined
}
globalThis.duoLiveTexts ??= {}
const texts = globalThis.duoLiveTexts

/**
 * Serves every folder of messages from a compilation of its own, and compiles a folder again when one of its files is saved. On the
 * server the new texts replace the old ones in place, without loading any code again; pages that are open are reloaded. A file with an
 * error is reported and the last good texts stay.
 */
export function liveMessages(): Plugin {
  let folders: MessageFolder[] = []
  return {
    name: 'duo:live-messages',
    apply: 'serve',
    enforce: 'pre',
    async configureServer(server) {
      folders = messageFolders(join(i18n, 'project.inlang'), live)
      await compileBeside(folders)
      for (const folder of folders) await compileFirst(folder, server)
      watchFolders(server, folders)
      refreshTypes()
    },
    resolveId(source, importer) {
      const [first] = folders
      const runtime = first && fileOf(first, 'runtime.js')
      if (source === './compiled/messages.js') return messagesId
      if (source === './compiled/runtime.js') return runtime
      // one runtime for all folders: it knows the language
      if (source === '../runtime.js' && importer?.startsWith(live)) return runtime
      return null
    },
    load(id) {
      if (id !== messagesId) return null
      return folders.map((folder) => `export * from ${JSON.stringify(fileOf(folder, 'messages/_index.js'))}`).join('\n')
    },
    transform(code, id, options) {
      const folder = options?.ssr ? folders.find((folder) => id === fileOf(folder, 'messages/_index.js')) : undefined
      if (!folder) return null
      const said = `globalThis.duoLiveTexts[${JSON.stringify(folder.name)}]`
      return { code: code.replace(/^import \* as (\w+) from "\.\/(\w+)\.js"$/gm, `const $1 = ${said}.$2`), map: null }
    },
  }
}

/** A compiled file of a folder, as Vite writes paths. */
const fileOf = ({ outdir }: MessageFolder, name: string) => normalizePath(join(outdir, name))

const compilationOf = ({ project, outdir }: MessageFolder): Compilation => ({ project, outdir, structure: 'locale-modules' })
const compile = (folder: MessageFolder) => compileMessages(compilationOf(folder))

/**
 * Compiles in another thread what is not compiled yet: after a fresh clone the embedded Postgres starts at the same time, and a blocked
 * event loop would let its connection time out. An error is left to `compileFirst`, which reports it.
 */
async function compileBeside(folders: MessageFolder[]) {
  const isDue = (folder: MessageFolder) => {
    try {
      return !isCompiled(compilationOf(folder))
    } catch {
      return false
    }
  }
  const due = folders.filter(isDue).map(compilationOf)
  if (due.length === 0) return
  const worker = new Worker(join(i18n, 'compile-worker.ts'), { workerData: due })
  await new Promise<void>((done) => worker.once('error', () => done()).once('exit', () => done()))
}

async function compileFirst(folder: MessageFolder, { config }: ViteDevServer) {
  try {
    await compile(folder)
  } catch (error) {
    if (!existsSync(join(folder.outdir, 'messages.js'))) throw error
    config.logger.error(`${errorMessage(error)}; the last good texts are shown`)
  }
  await say(folder)
}

/** Puts a folder's texts where the pages rendered in this process find them. */
async function say({ name, outdir, files }: MessageFolder) {
  texts[name] ??= {}
  const folder = texts[name]
  for (const locale of files.map((file) => basename(file, '.json'))) {
    const file = join(outdir, `messages/${locale}.js`)
    const said: unknown = await import(`${pathToFileURL(file).href}?${hash('sha1', readFileSync(file))}`)
    folder[locale] = Object.assign(folder[locale] ?? {}, said)
  }
}

function watchFolders(server: ViteDevServer, folders: MessageFolder[]) {
  server.watcher.add(folders.flatMap(({ files }) => files))
  let last = Promise.resolve()
  const waiting = new Set<MessageFolder>()
  const onEvent = (file: string) => {
    const folder = folders.find(({ files }) => files.includes(file))
    if (!folder || waiting.has(folder)) return
    waiting.add(folder)
    last = last.then(async () => {
      waiting.delete(folder)
      await show(server, folder)
    })
  }
  server.watcher.on('change', onEvent).on('add', onEvent)
}

async function show(server: ViteDevServer, folder: MessageFolder) {
  try {
    // an editor that empties a file before it writes it is caught in between now and then
    const changed = await compile(folder).catch(() => sleep(100).then(() => compile(folder)))
    if (changed.length === 0) return
    await say(folder)
    const names = changed.filter((name) => dirname(name) === 'messages')
    for (const name of names) unloadModule(server, fileOf(folder, name))
    if (names.includes(join('messages', '_index.js'))) refreshTypes()
    server.environments.client.hot.send({ type: 'full-reload' })
    server.config.logger.info(`texts of ${folder.name} changed`, { timestamp: true })
  } catch (error) {
    server.config.logger.error(`${errorMessage(error)}; the last good texts are shown`, { timestamp: true })
    server.environments.client.hot.send({ type: 'error', err: { message: errorMessage(error), stack: '' } })
  }
}

/** Has a module read again. What imports one language's texts needs no new look: it calls them by names that have not changed. */
function unloadModule({ environments }: ViteDevServer, file: string) {
  for (const { moduleGraph } of [environments.client, environments.ssr].filter((one) => one !== undefined)) {
    for (const module of moduleGraph.getModulesByFile(file) ?? [])
      moduleGraph.invalidateModule(module, file.endsWith('_index.js') ? new Set() : new Set(module.importers))
  }
}

/** Compiles for the editor and the compiler of TypeScript too, on the side: they read the types of the messages from there. */
function refreshTypes() {
  const child = spawn(process.execPath, [join(i18n, 'compile.ts')], { stdio: 'ignore' })
  child.on('error', () => {}) // the next check compiles as well, and says what is wrong
  if (child.pid !== undefined) setPriority(child.pid, 10)
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
