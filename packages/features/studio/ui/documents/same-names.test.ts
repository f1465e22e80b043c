import { expect, test } from 'vitest'
import { documentOf } from '../testing.ts'
import { splitByName, toNewFiles } from './same-names.ts'

const file = (name: string) => ({ name, file: new File([], name) })
const documents = [documentOf('a', 'pão.md'), documentOf('b', 'twice.md'), documentOf('c', 'twice.md')]
const replaced = (...names: string[]) => toNewFiles(names.map(file), documents, 'replace').map(({ replaces = null }) => replaces)

test('a name is the same however its accents are written', () => {
  const { fresh, taken } = splitByName([file('pa\u0303o.md'), file('new.md')], documents)
  expect(fresh.map(({ name }) => name)).toEqual(['new.md'])
  expect(taken).toHaveLength(1)
  expect(replaced('pa\u0303o.md')).toEqual(['a'])
})

test('a file replaces a document only where both are meant without doubt', () => {
  expect(replaced('pão.md', 'twice.md')).toEqual(['a', null])
  expect(replaced('pão.md', 'pão.md')).toEqual([null, null])
  const [bread] = documents
  if (!bread?.current) throw new Error('no document')
  const reading = { ...bread, current: { ...bread.current, state: 'reading' as const } }
  expect(toNewFiles([file('pão.md')], [reading], 'replace').map(({ replaces }) => replaces)).toEqual([undefined])
})

test('both are kept on request, and what is shared changes only on request', () => {
  expect(toNewFiles([file('pão.md')], documents, 'both').map(({ replaces }) => replaces)).toEqual([undefined])
  expect(toNewFiles([file('pão.md')], documents, 'everywhere')).toMatchObject([{ replaces: 'a', everywhere: true }])
})
