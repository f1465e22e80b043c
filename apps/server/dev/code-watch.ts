import { type EnvironmentModuleNode, normalizePath, type Plugin } from 'vite'

/** Event for the browser when the rendering code has changed. Documents then reload (apps/web/entry-page.ts). */
const pageEdited = 'duo:page-edited'

interface CodeWatch {
  entry: string
  isNative: (file: string) => boolean
  onNative: () => void
  onServer: () => void
}

export function codeWatch({ entry, isNative, onNative, onServer }: CodeWatch) {
  let isFailed = false
  let isPageEdited = false
  const plugin: Plugin = {
    name: 'duo:code-watch',
    config: () => ({
      server: {
        hotUpdateEnvironments: async ({ environments }, update) => {
          await Promise.all(Object.values(environments).map(update))
          // not earlier, or the page would load before the server renders the new code
          if (isPageEdited) environments.client.hot.send(pageEdited)
          isPageEdited = false
        },
      },
    }),
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'ssr') return
      if (isNative(file)) return onNative()
      if ((isFailed && /\.tsx?$/.test(file)) || leadsTo(normalizePath(entry), modules)) return onServer()
      isPageEdited = modules.length > 0
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
