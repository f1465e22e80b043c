import { isTest } from '../source/files.ts'
import { lineOf, type Module } from '../source/module.ts'
import type { Problem } from '../source/problem.ts'

const reads = (module: Module) =>
  module.imports.some(({ specifier, typesOnly }) => !typesOnly && /(?:^|\/)messages\.ts$/.test(specifier))

export function usedKeys(modules: Module[]): Set<string> {
  const live = modules.filter((module) => reads(module) && !isTest(module.path))
  return new Set(live.flatMap(({ code }) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)))
}

/** Reports unknown keys, and computed keys, which would put every message into one bundle. */
export function usageProblems(modules: Module[], keys: Set<string>): Problem[] {
  return modules.filter(reads).flatMap(({ path, code }) =>
    [...code.matchAll(/\bm(?:\.(\w+)|\s*\[)/g)].flatMap(({ 1: key, index }) => {
      if (key !== undefined && keys.has(key)) return []
      return [
        {
          path,
          line: lineOf(code, index),
          message: key === undefined ? 'm[…]: name the message, m.key' : `m.${key}: no such message`,
        },
      ]
    }),
  )
}
