import { type EnvironmentModuleNode, normalizePath, type Plugin } from 'vite'

interface CodeWatch {
  /** The module that starts the app. */
  entry: string
  isNative: (file: string) => boolean
  /** A file changed that only another process reads again. */
  onNative: () => void
  /** A file changed that the running app was made of, or may have failed for. */
  onServer: () => void
}

/** A plugin of Vite that tells which edits concern the server's code. It is asked once Vite has forgotten what was made of the old file. */
export function codeWatch({ entry, isNative, onNative, onServer }: CodeWatch) {
  let isFailed = false
  const plugin: Plugin = {
    name: 'duo:code-watch',
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'ssr') return
      if (isNative(file)) return onNative()
      if ((isFailed && /\.tsx?$/.test(file)) || leadsTo(normalizePath(entry), modules)) onServer()
    },
  }
  return { plugin, setFailed: (failed: boolean) => (isFailed = failed) }
}

/** Whether the entry imports one of the modules, however far away. */
function leadsTo(entry: string, modules: EnvironmentModuleNode[]): boolean {
  const seen = new Set(modules)
  for (const module of seen) {
    if (module.file === entry) return true
    for (const importer of module.importers) seen.add(importer)
  }
  return false
}
