import type { Module } from '../source/module.ts'
import type { Problem } from '../source/problem.ts'

/** What a folder or file may import besides itself. Folders end with `/`; an entry covers everything below it. */
export interface Wall {
  imports: string[]
  /** Only as types. */
  types?: string[]
}

export interface Table {
  /** Package name → folder. */
  workspaces: Record<string, string>
  /** Imports by package name that stand for one file. A workspace with doors has no other way in. */
  doors: Record<string, string>
  /** By folder or file; the longest name that fits holds. */
  walls: Record<string, Wall>
  /** What tests may import on top of their folder's wall. */
  tests: string[]
  features: {
    /** Names without `.ts` that every feature may have. */
    vocabulary: string[]
    /** Those of them that may also follow a noun: `position-queries.ts`. */
    nouned: string[]
    /** Further `.ts` files, as `<feature>/<file>`. */
    extras: string[]
    /** Folders within a feature, `feature/topic`, that hold what a feature folder holds. */
    topics: string[]
  }
  /** Names of folders and files (without extension) that say nothing about what is inside. */
  emptyNames: string[]
  /** Folders without barrels. */
  noBarrels: string[]
  /** The folders at the root, all of them. */
  topLevel: string[]
  maxLines: number
  /** Not held to maxLines. */
  uncapped: RegExp
  /** May read process.env. */
  environment: RegExp
  /** Written by tools, so it may be absent. */
  generated: RegExp
}

/** The tree under check: its table, its files, its parsed code. */
export interface Tree {
  root: string
  table: Table
  files: string[]
  modules: Module[]
}

export type Rule = (tree: Tree) => Problem[]
