import { isServerFile } from '@duo/web/import-boundary.ts'
import { isTest } from '../source/files.ts'
import { edges } from './resolve.ts'
import type { Rule } from './table.ts'

type Side = 'server' | 'browser' | 'both'

const bothSides = /^packages\/features\/[^/]+\/[^/]+\.ts$|^packages\/platform\/(?:shared|i18n)\/(?!browser\.ts$)/
const browser =
  /^packages\/features\/(?:(?:client|page-script)\.tsx?$|[^/]+\/ui\/)|^packages\/platform\/(?:browser\/|i18n\/browser\.ts$)|^apps\/web\/[^/]+\.tsx$/

/** Returns the side of a file, by its path; undefined for build files, tools and tests. */
export function sideOf(path: string): Side | undefined {
  if (isTest(path) || path === 'apps/web/entry-server.tsx') return undefined
  if (isServerFile(path)) return 'server'
  if (bothSides.test(path)) return 'both'
  return browser.test(path) ? 'browser' : undefined
}

const forbidden: Record<Side, Side[]> = { server: ['browser'], browser: ['server'], both: ['server', 'browser'] }

/** Forbids server files in the browser, screens on the server, and both in shared files. */
export const graphs: Rule = ({ modules, table }) =>
  modules.flatMap((module) => {
    const side = sideOf(module.path)
    if (side === undefined) return []
    return edges(module, table).flatMap(({ to, builtin, typesOnly, line, specifier }) => {
      if (typesOnly) return []
      const other = to === undefined ? undefined : sideOf(to)
      const wrong = builtin ? side !== 'server' : other !== undefined && forbidden[side].includes(other)
      const what = builtin ? 'a Node builtin' : `a file of the ${other}`
      const message = `'${specifier}': ${what} in a file of ${side === 'both' ? 'both sides' : `the ${side}`}`
      return wrong ? [{ path: module.path, line, message }] : []
    })
  })
