import { expect, it } from 'vitest'
import { writtenFiles } from './files.ts'
import { inTree } from './fixture.ts'
import { readModule } from './module.ts'

const read = (text: string, path = 'a.tsx') => inTree({ [path]: text }, (root) => readModule(root, path))
const imports = (text: string) =>
  read(text).imports.map(({ specifier, typesOnly, line }) => `${line} ${specifier}${typesOnly ? ' (types)' : ''}`)

it('finds every kind of import, with its line', () => {
  const text = `import a from './a.ts'
import type { B } from './b.ts'
import { type C } from './c.ts'
import './d.ts'
export * from './e.ts'
export { f, g } from './f.ts'
export type { H } from './h.ts'
import type from './i.ts'
const page = () => import('./j.tsx')
const shape: typeof import('./k.ts') = a
import {
  long,
} from './l.ts'
import type * as ns from './m.ts'`
  expect(imports(text).sort()).toEqual([
    '1 ./a.ts',
    '13 ./l.ts',
    '14 ./m.ts (types)',
    '2 ./b.ts (types)',
    '3 ./c.ts',
    '4 ./d.ts',
    '5 ./e.ts',
    '6 ./f.ts',
    '7 ./h.ts (types)',
    '8 ./i.ts',
    '9 ./j.tsx',
  ])
})

it('ignores comments, strings and markup', () => {
  const text = [
    '// import a from "./a.ts"',
    "/* import('./b.ts') */",
    "const text = `\nimport c from './c.ts'\n`",
    'const pattern = /[/*\'"`]/',
    `const view = <p title="import('./d.ts')">Don't import('./e.ts') // or this</p>`,
    "import f from './f.ts'",
  ]
  expect(imports(text.join('\n'))).toEqual(['8 ./f.ts'])
})

it('blanks comments and preserves every offset', () => {
  const { code, fault } = read('const a = 1 // process.env\n/* two\nlines */ const b = 2\n')
  expect(code).toBe('const a = 1               \n      \n         const b = 2\n')
  expect(fault).toBeUndefined()
})

it('reports a file that cannot be parsed', () => {
  expect(read('import { from').fault).toBeTruthy()
})

it('lists hand-written files', () => {
  const files = { 'a.ts': '', 'b/c.tsx': '', 'b/node_modules/d.ts': '', 'b/compiled/e.js': '', '.git/f': '', 'b/dist/g.js': '' }
  expect(inTree(files, writtenFiles)).toEqual(['a.ts', 'b/c.tsx'])
})
