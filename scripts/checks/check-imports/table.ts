import type { Module } from '../source/module.ts'
import type { Problem } from '../source/problem.ts'

/** Allowed imports of a folder or file. Folders end with `/` and include everything below. */
export interface Boundary {
  imports: string[]
  types?: string[]
}

export interface Table {
  workspaces: Record<string, string>
  /** Entry points by import name. A workspace with entry points has no other imports. */
  entryPoints: Record<string, string>
  /** By folder or file; the longest match applies. */
  boundaries: Record<string, Boundary>
  tests: string[]
  emptyNames: string[]
  emptyEndings: string[]
  noBarrels: string[]
  topLevel: string[]
  /** Files whose folders form an order: no two folders import each other, not even through others. */
  ordered: RegExp
  maxFiles: number
  crowded: RegExp
  /** Files that also run before packages are installed, when a workspace cannot be imported by its name. */
  beforeInstall: RegExp
  /** Generated files, which may be missing. */
  generated: RegExp
}

export interface Tree {
  root: string
  table: Table
  files: string[]
  modules: Module[]
}

export type Rule = (tree: Tree) => Problem[]
