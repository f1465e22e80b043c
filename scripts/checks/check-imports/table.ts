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
  /** Names of folders and files (without extension) that say nothing about what is inside. */
  emptyNames: string[]
  /** Last words of a file's name that say nothing about it. */
  emptyEndings: string[]
  /** Folders without barrels. */
  noBarrels: string[]
  /** The folders at the root, all of them. */
  topLevel: string[]
  /** Packages for SQL, and the files of which only those called `*-queries.ts` may use them. */
  sql: { where: RegExp; packages: string[] }
  /** Whether imports of types count when files import each other in a circle. */
  typeCycles: boolean
  /** Code files in one folder, tests included. */
  maxFiles: number
  /** Folders, with a `/` at the end, that are not held to maxFiles. */
  crowded: RegExp
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
