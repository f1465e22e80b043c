import { join, relative } from 'node:path'
import ts from 'typescript-6'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** A language service as in an editor that has opened the files. */
function openEditor(files: string[]) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const snapshot = (file: string) => {
    const text = ts.sys.readFile(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  }
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: snapshot,
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
}

const calls = [
  ['packages/features/membership/ui/join/join.ts', 'documentClient.waitlist.join', 'packages/features/waitlist/server/router.ts'],
  ['packages/features/account/ui/settings/profile.tsx', 'auth.updateProfile', 'packages/features/account/server/router.ts'],
] as const

const editor = openEditor(calls.map(([file]) => join(root, file)))

// the first question reads the types of the whole router
const timeout = 120_000

test.each(calls)('in %s, the definition of %s is the procedure', { timeout }, (file, call, home) => {
  const path = join(root, file)
  const at = (ts.sys.readFile(path) ?? '').indexOf(call)
  expect(at).toBeGreaterThan(-1)
  const found = editor.getDefinitionAtPosition(path, at + call.length - 1) ?? []
  expect(found.map(({ fileName, name }) => `${relative(root, fileName)} ${name}`)).toEqual([`${home} ${call.split('.').at(-1)}`])
})
