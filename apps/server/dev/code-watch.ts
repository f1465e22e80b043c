import { type EnvironmentModuleNode, normalizePath, type Plugin } from 'vite'

interface CodeWatch {
  entry: string
  isNative: (file: string) => boolean
  onNative: () => void
  onServer: () => void
}

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

function leadsTo(entry: string, modules: EnvironmentModuleNode[]): boolean {
  const seen = new Set(modules)
  for (const module of seen) {
    if (module.file === entry) return true
    for (const importer of module.importers) seen.add(importer)
  }
  return false
}
