import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileMessages, listMessageFiles } from './compile.ts'

const root = join(import.meta.dirname, '../../..')
let home: string
const project = () => join(home, 'packages/platform/i18n/project.inlang')
const outdir = () => join(home, 'compiled')
const compile = (structure: 'message-modules' | 'locale-modules' = 'message-modules') =>
  compileMessages({ project: project(), outdir: outdir(), structure })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'duo-messages-'))
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  mkdirSync(project(), { recursive: true })
  cpSync(join(import.meta.dirname, 'project.inlang/settings.json'), join(project(), 'settings.json'))
  listMessageFiles(project()).forEach((file, i) => {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(
      file,
      JSON.stringify({ [`key_${i - (i % 2)}`]: file.endsWith('en.json') ? 'Good morning, {name}' : 'Bom dia, {name}' }),
    )
  })
})
afterEach(() => rmSync(home, { recursive: true }))

describe('message compiler', { timeout: 30_000 }, () => {
  it('generates a function per message, folder and language', async () => {
    expect(await compile()).toContain('messages.js')
    const messages = await import(join(outdir(), 'messages.js'))
    expect(messages.key_0({ name: 'Ada' }, { locale: 'en' })).toBe('Good morning, Ada')
    expect(messages.key_0({ name: 'Ada' }, { locale: 'pt' })).toBe('Bom dia, Ada')
    expect(Object.keys(messages)).toHaveLength(listMessageFiles(project()).length / 2 + 1)
  })

  it('does nothing until an input or the mode changes', async () => {
    await compile()
    expect(await compile()).toEqual([])
    expect(await compile('locale-modules')).toContain('messages/en.js')
    expect(readdirSync(join(outdir(), 'messages'))).toEqual(expect.arrayContaining(['en.js', 'pt.js']))
    const [first = ''] = listMessageFiles(project())
    writeFileSync(first, readFileSync(first, 'utf8').replace('Good morning', 'Hello'))
    expect(await compile('locale-modules')).toContain('messages/en.js')
  })

  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is not valid JSON', (file: string) => writeFileSync(file, '{ "key_0": ')],
  ])('fails and names a message file that %s', async (fault, damage) => {
    await compile()
    damage(listMessageFiles(project()).at(-1) ?? '')
    await expect(compile()).rejects.toThrow(new RegExp(`messages.pt\\.json ${fault}`))
  })

  it('fails when a message has no function, and compiles again the next time', async () => {
    rmSync(join(home, 'node_modules'))
    for (const attempt of [1, 2]) await expect(compile(), `attempt ${attempt}`).rejects.toThrow('Not compiled: key_0')
    expect(existsSync(join(outdir(), 'stamp.txt'))).toBe(false)
  })
})
