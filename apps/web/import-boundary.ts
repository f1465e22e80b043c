import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const serverFilePatterns = [
  /^(?:db|apps\/server|packages\/embedded-postgres|packages\/engine|packages\/platform\/server)\//,
  /^packages\/platform\/i18n\/(?:server|compile|compile-worker|file-lock|message-folders|replace-files)\.ts$/,
  /^packages\/features\/(?:server|seed|features)\.ts$/,
  /^packages\/features\/[^/]+\/(?:server\/|feature\.ts$)/,
]

export function isServerFile(path: string): boolean {
  return serverFilePatterns.some((pattern) => pattern.test(path))
}

/** Vite's placeholder for a Node builtin in a browser bundle; it is undefined when used. */
const BUILTIN = '__vite-browser-external'

/** Fails the browser build on a server file or Node builtin in its module graph, even if tree shaking would remove it. */
export function importBoundary(root = resolve(import.meta.dirname, '../..')): Plugin {
  return {
    name: 'duo:import-boundary',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    buildEnd(error) {
      if (error) return
      const importersOf = (id: string) => {
        const info = this.getModuleInfo(id)
        return info ? [...info.importers, ...info.dynamicImporters] : []
      }
      const named = (id: string) =>
        id.startsWith(BUILTIN) ? 'a Node builtin' : relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/')
      const isServers = (id: string) => id.startsWith(BUILTIN) || isServerFile(named(id))
      const chains = [...this.getModuleIds()].filter(isServers).flatMap((id) => chainsInto(id, importersOf, isServers))
      if (chains.length === 0) return
      const report = chains.map((chain) => `  ${chain.map(named).join('\n    → ')}`)
      this.error(`Server code in the browser bundle:\n${report.sort().join('\n')}`)
    },
  }
}

function chainsInto(id: string, importersOf: (id: string) => string[], isServers: (id: string) => boolean): string[][] {
  const importers = importersOf(id)
  if (importers.length === 0) return [[id]]
  return importers.filter((importer) => !isServers(importer)).map((importer) => [...pathFromEntry(importer, importersOf), id])
}

function pathFromEntry(id: string, importersOf: (id: string) => string[]): string[] {
  const ways = [[id]]
  const seen = new Set([id])
  for (const way of ways) {
    const importers = importersOf(way[0] ?? id)
    if (importers.length === 0) return way
    for (const importer of importers.filter((next) => !seen.has(next))) {
      seen.add(importer)
      ways.push([importer, ...way])
    }
  }
  return [id]
}
