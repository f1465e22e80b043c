import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-6'
import { endpointSites } from './check-calls/endpoints.ts'
import { fieldSites } from './check-calls/fields.ts'
import type { Probe, Site } from './check-calls/probe.ts'
import { procedureSites } from './check-calls/procedures.ts'
import { routeSites } from './check-calls/routes.ts'
import { type CompilerError, compile, inCopy } from './check-calls/tree.ts'
import { isCode, isTest, writtenFiles } from './source/files.ts'
import { lineOf } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

/**
 * Compiler options that change the order in which files are checked. A type must not depend on that order. `npm test` tries the first two,
 * `npm run test:all` all of them (`--every-order`).
 */
const orders = [[], ['--checkers', '1'], ['--checkers', '2'], ['--checkers', '8']]

/** A placed probe. Lines refer to the file with probes, except `written`, the line in the original. */
interface Placed extends Probe {
  path: string
  first: number
  last: number
  written: number
}

export function withProbes(path: string, text: string): { text: string; placed: Placed[]; problems: Problem[] } {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const { sites, unclear } = procedureSites(source)
  const all = [...sites, ...endpointSites(source), ...routeSites(source), ...fieldSites(source)].sort((a, b) => a.start - b.start)
  const placed: Placed[] = []
  const result = insert(text, all, (probe, site) =>
    placed.push({ ...probe, path, first: 0, last: 0, written: lineOf(text, site.start) }),
  )
  for (const [index, probe] of placed.entries()) {
    probe.first = lineOf(result, result.indexOf(`/*probe ${index}*/`))
    probe.last = lineOf(result, result.indexOf(`/*end ${index}*/`))
  }
  return { text: result, placed, problems: unclear.map(({ start, why }) => ({ path, line: lineOf(text, start), message: why })) }
}

function insert(text: string, sites: Site[], place: (probe: Probe, site: Site) => number): string {
  const pieces = sites.flatMap((site) => {
    const probes = site.probes.map((probe) => {
      const index = place(probe, site) - 1
      return `\n/*probe ${index}*/ ${probe.code} /*end ${index}*/,`
    })
    const [open, close] = site.around
    return [
      { at: site.start, text: `${open}${probes.join('')}\n` },
      { at: site.end, text: close },
    ]
  })
  let at = 0
  let result = ''
  for (const piece of pieces.sort((a, b) => a.at - b.at)) {
    result += text.slice(at, piece.at) + piece.text
    at = piece.at
  }
  return result + text.slice(at)
}

// reports probes that compiled, and errors outside of all probes
export function judge(placed: Placed[], errors: CompilerError[], order: string): Problem[] {
  const inside = (error: CompilerError, probe: Placed) =>
    error.path === probe.path && error.line >= probe.first && error.line <= probe.last
  const compiled = placed
    .filter((probe) => !errors.some((error) => inside(error, probe) && probe.codes.includes(error.code)))
    .map(({ path, written, about }) => ({ path, line: written, message: `compiles (${order}): ${about}` }))
  const stray = errors
    .filter((error) => !placed.some((probe) => inside(error, probe)))
    .map(({ path, line, code, message }) => ({
      path,
      message: `cannot be tested (${order}), line ${line} there: TS${code} ${message}`,
    }))
  return [...compiled, ...stray]
}

const isScreen = (path: string) =>
  /^(?:packages\/features|apps\/web)\/.*\.tsx?$/.test(path) && !isTest(path) && !/[/-]router\.ts$/.test(path)

/** Tools outside the product, which import test servers. `scripts/checks` is compiled, because the build imports it. */
const isTool = (path: string) => /^scripts\/(?!checks\/)|^playwright\.config\.ts$/.test(path)

/** Compiles a copy of the product with every wrong variant, once per order. Leaves out tests, which no screen imports. */
export function checkCalls(root: string, tried: readonly (readonly string[])[]): { problems: Problem[]; placed: Placed[] } {
  const compiled = 'packages/platform/i18n/compiled'
  const generated = existsSync(join(root, compiled))
    ? writtenFiles(join(root, compiled)).map((name) => `${compiled}/${name}`)
    : []
  const written = writtenFiles(root).filter((path) => (isCode(path) && !isTest(path) && !isTool(path)) || path.endsWith('.json'))
  const files = [...written, ...generated]
  const probed = files.filter(isScreen).map((path) => ({ path, ...withProbes(path, readFileSync(join(root, path), 'utf8')) }))
  const texts = new Map(probed.map(({ path, text }) => [path, text]))
  const placed = probed.flatMap((file) => file.placed)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const found = inCopy(root, files, texts, (copy) =>
    tried.flatMap((order) => judge(placed, compile(copy, compiler, order), order.join(' ') || 'default order')),
  )
  return { problems: [...probed.flatMap(({ problems }) => problems), ...found], placed }
}

if (import.meta.main) {
  const tried = process.argv.includes('--every-order') ? orders : orders.slice(0, 2)
  const { problems, placed } = checkCalls(join(import.meta.dirname, '../..'), tried)
  const files = new Set(placed.map(({ path }) => path)).size
  console.log(`${placed.length} wrong calls, addresses and field names in ${files} files, compiled in ${tried.length} orders`)
  report('calls', problems)
}
