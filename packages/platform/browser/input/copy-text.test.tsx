import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const execCommand = vi.fn<(command: string) => boolean>()
afterEach(() => {
  vi.unstubAllGlobals()
  execCommand.mockReset()
})
const browserWith = (clipboard: object | undefined) => {
  vi.stubGlobal('navigator', { clipboard })
  Object.assign(document, { execCommand })
}
const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))

test('uses the clipboard where the browser has one', async () => {
  const writeText = vi.fn(async () => {})
  browserWith({ writeText })
  await copyText('a')
  expect(writeText).toHaveBeenCalledWith('a')
  expect(execCommand).not.toHaveBeenCalled()
})

test.each([
  ['over plain http', undefined],
  ['without the permission, as in a frame', { writeText: refuse }],
])('%s, copies a selection and gives the focus back', async (_, clipboard) => {
  browserWith(clipboard)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  let selected = ''
  execCommand.mockImplementation(() => {
    const field = document.activeElement as HTMLTextAreaElement
    selected = field.value.slice(field.selectionStart, field.selectionEnd)
    return true
  })
  await copyText('two\nlines')
  expect(selected).toBe('two\nlines')
  expect(document.querySelector('textarea')).toBeNull()
  expect(button).toHaveFocus()
  button.remove()
})

test('rejects if the browser copies neither way, so that the caller can show the text', async () => {
  browserWith(undefined)
  execCommand.mockReturnValue(false)
  await expect(copyText('a')).rejects.toThrow()
  expect(document.querySelector('textarea')).toBeNull()
})
