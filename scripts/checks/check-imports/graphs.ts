import { isServerFile } from '@duo/web/wall.ts'
import { isTest } from '../source/files.ts'
import { edges } from './resolve.ts'
import type { Rule } from './table.ts'

type Side = 'server' | 'browser' | 'both'

/** Which module graph a file may be in; undefined where the question does not arise (build files, tools, tests). */
export function sideOf(path: string): Side | undefined {
  if (isTest(path) || path === 'apps/web/entry-server.tsx') return undefined
  if (isServerFile(path)) return 'server'
  if (
    /^packages\/features\/[^/]+\/(?:second-factor\/)?(?:schema|rules|pages)\.ts$|^packages\/features\/(?:shell\/(?:public-page|tickets)|blog\/structured-data|site\/home-head)\.ts$|^packages\/platform\/(?:shared|i18n)\/(?!browser\.ts$)/.test(
      path,
    )
  )
    return 'both'
  return /^packages\/features\/|^packages\/platform\/(?:browser\/|i18n\/browser\.ts$)|^apps\/web\/[^/]+\.tsx$/.test(path)
    ? 'browser'
    : undefined
}

const forbidden: Record<Side, Side[]> = { server: ['browser'], browser: ['server'], both: ['server', 'browser'] }

/** A server file never reaches the browser's graph, nor a screen the server's; files of both sides stand on files of both sides. */
export const graphs: Rule = ({ modules, table }) =>
  modules.flatMap((module) => {
    const side = sideOf(module.path)
    if (side === undefined) return []
    return edges(module, table).flatMap(({ to, builtin, typesOnly, line, specifier }) => {
      if (typesOnly) return []
      const other = to === undefined ? undefined : sideOf(to)
      const wrong = builtin ? side !== 'server' : other !== undefined && forbidden[side].includes(other)
      const what = builtin ? 'a Node builtin' : `a file of the ${other}`
      return wrong
        ? [
            {
              path: module.path,
              line,
              message: `'${specifier}': ${what} in a file of ${side === 'both' ? 'both sides' : `the ${side}`}`,
            },
          ]
        : []
    })
  })
