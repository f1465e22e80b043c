import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface CompilerError {
  path: string
  line: number
  code: number
  message: string
}

/** Runs `look` on a copy of the files, some with another text. Packages are links to those of the root, except the workspaces. */
export function inCopy<T>(
  root: string,
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
  look: (copy: string) => T,
): T {
  const copy = mkdtempSync(join(tmpdir(), 'duo-calls-'))
  try {
    for (const path of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      const text = texts.get(path)
      if (text === undefined) cpSync(join(root, path), join(copy, path))
      else writeFileSync(join(copy, path), text)
    }
    linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
    return look(copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@duo'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@duo') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@duo'))) {
    const workspace = readlinkSync(join(from, '@duo', name))
    symlinkSync(workspace, join(to, '@duo', name))
    // a version that differs from the root's
    const [own, copy] = [join(from, '@duo', workspace, 'node_modules'), join(to, '@duo', workspace)]
    if (existsSync(own) && existsSync(copy)) symlinkSync(own, join(copy, 'node_modules'))
  }
}

/** Compiles the tree. Throws if the compiler could not run. */
export function compile(tree: string, compiler: string, options: readonly string[]): CompilerError[] {
  const args = [compiler, '--noEmit', '--pretty', 'false', '-p', '.', ...options]
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const errors = [...stdout.matchAll(/^(\S[^\n]*?)\((\d+),\d+\): error TS(\d+): (.*)$/gm)].map(
    ([, path = '', line, code, message = '']) => ({ path, line: Number(line), code: Number(code), message }),
  )
  if (error || (status !== 0 && errors.length === 0)) throw new Error(`the compiler failed: ${error ?? stdout + stderr}`)
  return errors
}
