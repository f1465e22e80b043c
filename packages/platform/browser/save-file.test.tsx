import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the file stays readable while the browser asks for permission, and is then released', async () => {
  vi.useFakeTimers()
  const files = new Map<string, Blob>()
  Object.assign(URL, {
    createObjectURL: (file: Blob) => files.set('blob:duo', file) && 'blob:duo',
    revokeObjectURL: (address: string) => files.delete(address),
  })
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  saveFile('duo.json', { name: 'Ana' })
  const [link] = pressed.mock.contexts
  expect(link).toMatchObject({ download: 'duo.json', href: 'blob:duo' })
  vi.advanceTimersByTime(30_000)
  const file = files.get('blob:duo')
  expect(file?.type).toBe('application/json')
  expect(JSON.parse((await file?.text()) ?? '')).toEqual({ name: 'Ana' })
  vi.advanceTimersByTime(30_000)
  expect(files.size).toBe(0)
})
