import { expect, test } from 'vitest'
import { chosenFiles } from './dropped-files.ts'

/** What an input for files has. */
function choice(...paths: string[]): FileList {
  const input = document.createElement('input')
  const files = paths.map((path) => {
    const file = new File(['x'], path.split('/').at(-1) ?? '')
    Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
    return file
  })
  Object.defineProperty(input, 'files', { value: files })
  return input.files as FileList
}
const names = (...[list, isFolder]: Parameters<typeof chosenFiles>) => chosenFiles(list, isFolder).map(({ name }) => name)

test('a file whose name begins with a dot is taken; what systems keep beside files is not', () => {
  const list = choice('.notas.txt', '..%2fa.txt', '.DS_Store', 'Thumbs.db', '._bread.pdf', 'desktop.ini', 'bread.pdf')
  expect(names(list)).toEqual(['.notas.txt', '..%2fa.txt', 'bread.pdf'])
})

test('of a folder, only files that can be read are taken, and none of a folder of copies', () => {
  const list = choice('a/.notas.txt', 'a/photo.jpg', 'a/__MACOSX/notas.txt', 'a/b/bread.md')
  expect(names(list, true)).toEqual(['.notas.txt', 'bread.md'])
})
