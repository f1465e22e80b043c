import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export interface Import {
  specifier: string
  /** Erased by the compiler: `import type`, `export type … from`. Not `import { type A }`, which still loads the module. */
  typesOnly: boolean
  line: number
}

export interface Module {
  path: string
  /** The source with comments blanked out, so that offsets stay. */
  code: string
  imports: Import[]
  fault: string | undefined
}

interface Span {
  start: number
  end: number
}

export function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const { module, comments, errors } = parseSync(path, text)
  const written = (span: Span) => text.slice(span.start, span.end)
  const imported = (request: Span, typesOnly: boolean): Import[] => {
    const specifier = /^(['"`])([^'"`$]*)\1$/.exec(written(request))?.[2]
    return specifier === undefined ? [] : [{ specifier, typesOnly, line: lineOf(text, request.start) }]
  }
  const exported = module.staticExports.map((statement) => ({
    ...statement,
    request: statement.entries.find((entry) => entry.moduleRequest)?.moduleRequest,
  }))
  return {
    path,
    code: blank(text, comments),
    imports: [
      ...module.staticImports.flatMap((statement) =>
        imported(statement.moduleRequest, /^import\s+type\b(?!\s*(?:,|from\b))/.test(written(statement))),
      ),
      ...exported.flatMap((statement) =>
        statement.request ? imported(statement.request, /^export\s+type\b/.test(written(statement))) : [],
      ),
      ...module.dynamicImports.flatMap((call) => imported(call.moduleRequest, false)),
    ],
    fault: errors[0]?.message,
  }
}

export function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

function blank(text: string, comments: Span[]): string {
  return comments.reduce(
    (code, { start, end }) => code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end),
    text,
  )
}
