import { isTest } from '../source/files.ts'
import { lineOf } from '../source/module.ts'
import type { Rule } from './table.ts'

const reads = /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\benv\b[^={}]*\}\s*=\s*process\b|['"](?:node:)?process['"]/g

/** Restricts reading the environment to one file per program, so that every setting is validated. */
export const environment: Rule = ({ modules, table }) =>
  modules
    .filter(({ path }) => !table.environment.test(path) && !isTest(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(reads)].map(({ index }) => ({
        path,
        line: lineOf(code, index),
        message: 'reads the environment: take the setting as an argument instead',
      })),
    )
