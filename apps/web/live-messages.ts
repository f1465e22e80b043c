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
/** Not the output that checks, tests and builds use, so that those never affect a running server. */
const live = normalizePath(join(i18n, 'dist/live'))
const messagesId = '\0duo:messages'

declare global {
  /** Folder → language → compiled texts, as read by pages rendered in this process. */
  var duoLiveTexts: Record<string, Record<string, object>> | undefined
}
globalThis.duoLiveTexts ??= {}
const texts = globalThis.duoLiveTexts

/** Recompiles messages on save: the server swaps texts without reloading modules. On a syntax error the last valid texts stay. */
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
      const texts = `globalThis.duoLiveTexts[${JSON.stringify(folder.name)}]`
      return { code: code.replace(/^import \* as (\w+) from "\.\/(\w+)\.js"$/gm, `const $1 = ${texts}.$2`), map: null }
    },
  }
}

const fileOf = ({ outdir }: MessageFolder, name: string) => normalizePath(join(outdir, name))

const compilationOf = ({ project, outdir }: MessageFolder): Compilation => ({ project, outdir, structure: 'locale-modules' })
const compile = (folder: MessageFolder) => compileMessages(compilationOf(folder))

/** In a worker thread: a blocked event loop would time out the connection to the embedded Postgres, which starts meanwhile. */
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
    config.logger.error(`${errorMessage(error)}; the last valid texts are shown`)
  }
  await say(folder)
}

async function say({ name, outdir, files }: MessageFolder) {
  texts[name] ??= {}
  const folder = texts[name]
  for (const locale of files.map((file) => basename(file, '.json'))) {
    const file = join(outdir, `messages/${locale}.js`)
    const texts: unknown = await import(`${pathToFileURL(file).href}?${hash('sha1', readFileSync(file))}`)
    folder[locale] = Object.assign(folder[locale] ?? {}, texts)
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
    // editors may truncate the file before writing it, so retry once
    const changed = await compile(folder).catch(() => sleep(100).then(() => compile(folder)))
    if (changed.length === 0) return
    await say(folder)
    const names = changed.filter((name) => dirname(name) === 'messages')
    for (const name of names) unloadModule(server, fileOf(folder, name))
    if (names.includes(join('messages', '_index.js'))) refreshTypes()
    server.environments.client.hot.send({ type: 'full-reload' })
    server.config.logger.info(`texts of ${folder.name} changed`, { timestamp: true })
  } catch (error) {
    server.config.logger.error(`${errorMessage(error)}; the last valid texts are shown`, { timestamp: true })
    server.environments.client.hot.send({ type: 'error', err: { message: errorMessage(error), stack: '' } })
  }
}

/** Invalidates a module. Its importers stay valid, because they access texts by unchanged names. */
function unloadModule({ environments }: ViteDevServer, file: string) {
  for (const { moduleGraph } of [environments.client, environments.ssr].filter((one) => one !== undefined)) {
    for (const module of moduleGraph.getModulesByFile(file) ?? [])
      moduleGraph.invalidateModule(module, file.endsWith('_index.js') ? new Set() : new Set(module.importers))
  }
}

/** TypeScript reads the types of messages from the regular output folder. */
function refreshTypes() {
  const child = spawn(process.execPath, [join(i18n, 'compile.ts')], { stdio: 'ignore' })
  child.on('error', () => {}) // the next check compiles again and reports the error
  if (child.pid !== undefined) setPriority(child.pid, 10)
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
