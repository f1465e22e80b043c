import { describe, expect, it } from 'vitest'
import { checkMessages } from './check-messages.ts'
import { inTree } from './source/fixture.ts'

const settings = (...folders: string[]) =>
  JSON.stringify({
    locales: ['en', 'pt'],
    'plugin.inlang.messageFormat': { pathPattern: folders.map((folder) => `${folder}/{locale}.json`) },
  })
const plural = (local: string, ...variants: string[]) => [
  {
    declarations: ['input count', `local ${local} = count: plural`],
    selectors: [local],
    match: Object.fromEntries(variants.map((variant) => [`${local}=${variant}`, `{count} ${variant}`])),
  },
]

const settingsPath = 'packages/platform/i18n/project.inlang/settings.json'
const page = 'packages/features/join-us/page.tsx'
const en: Record<string, unknown> = {
  join_us_title: 'Join us',
  join_us_hello: 'Hello, {name}',
  join_us_friends: plural('friends', 'one', '*'),
}
const pt: Record<string, unknown> = {
  join_us_title: 'Entre',
  join_us_hello: 'Oi, {name}',
  join_us_friends: plural('amigos', 'one', '*'),
}

interface Changes {
  en?: Record<string, unknown>
  pt?: Record<string, unknown>
  files?: Record<string, string>
}

// returns the problems of a valid tree with two message folders after these changes
function problems(changes: Changes = {}): string[] {
  const files = {
    [settingsPath]: settings('./messages', '../../features/join-us/messages'),
    'packages/platform/i18n/messages.ts': `export * as m from './compiled/messages.js'`,
    'packages/platform/i18n/messages/en.json': '{ "$schema": "x", "ui_close": "Close" }',
    'packages/platform/i18n/messages/pt.json': '{ "$schema": "x", "ui_close": "Fechar" }',
    'packages/platform/browser/a.tsx': `import { m } from '../i18n/messages.ts'\nexport const a = m.ui_close()`,
    'packages/features/join-us/messages/en.json': JSON.stringify({ ...en, ...changes.en }, null, 2),
    'packages/features/join-us/messages/pt.json': JSON.stringify({ ...pt, ...changes.pt }, null, 2),
    [page]: `import { m } from '@duo/platform/i18n/messages.ts'\nexport const a = [m.join_us_title(), m.join_us_hello, m.join_us_friends, m.join_us_new]`,
    ...changes.files,
  }
  return inTree(files, checkMessages).map(({ path, line, message }) => `${path}${line ? `:${line}` : ''} ${message}`)
}
const both = (key: string, value: unknown, other = value): Changes => ({ en: { [key]: value }, pt: { [key]: other } })

it('reports nothing for valid messages', () => {
  expect(problems()).toEqual([])
})

describe('the two languages', () => {
  it('have the same keys', () => {
    expect(problems({ en: { join_us_new: 'New' } })).toEqual([
      'packages/features/join-us/messages/pt.json join_us_new is missing, en has it',
    ])
    expect(problems({ files: { 'packages/platform/i18n/messages/en.json': '{}' } })).toContain(
      'packages/platform/i18n/messages/en.json ui_close is missing, pt has it',
    )
  })

  it('take the same variables, whatever their local names are', () => {
    expect(problems(both('join_us_new', '{a} of {b}', '{b} de {a}'))).toEqual([])
    expect(problems(both('join_us_new', '{a} of {b}', '{a}'))).toEqual([
      'packages/features/join-us/messages/en.json join_us_new takes (a, b), in pt (a)',
      'packages/features/join-us/messages/pt.json join_us_new takes (a), in en (a, b)',
    ])
    expect(problems(both('join_us_new', 'Read {#link}this{/link}', 'Leia isto'))).toHaveLength(2)
  })

  it('are both checked even if one file is missing', () => {
    const files = { 'packages/features/join-us/messages/pt.json': '{}' }
    expect(problems({ files })).toHaveLength(Object.keys(en).length)
  })
})

describe('a message', () => {
  it.each<[string, unknown, string]>([
    ['is empty', ' ', 'is empty'],
    ['has a blank variant', plural('n', '*').map((set) => ({ ...set, match: { 'n=*': '' } })), 'is empty'],
    ['lacks a * variant', plural('n', 'one', 'other'), 'has no * variant'],
    ['is nested', { title: 'Title' }, 'is neither a text nor one set of variants'],
    ['has straight quotes', 'Say "hello"', 'has straight quotes'],
    ['has a straight apostrophe', "Don't", 'has straight quotes'],
    ['has three dots', 'Wait...', 'has three dots'],
    ['is hype', 'A revolutionary tool', `'revolutionary' is hype`],
    ['is hype in Portuguese: revolutionize', 'Revolucione sua marca', `'Revolucione' is hype`],
    ['is hype in Portuguese: unleash', 'Liberte seu talento', `'Liberte' is hype`],
  ])('that %s is reported with file and key', (_, value, fault) => {
    const found = problems(both('join_us_new', value, 'Novo')).filter((line) => !line.includes(' takes '))
    expect(found).toEqual([expect.stringContaining(`packages/features/join-us/messages/en.json join_us_new ${fault}`)])
  })

  it.each([
    'Sending...',
    'Conversar com {agentName}...',
    'Liberdade sem culpa',
    'Evolution, not “magic”',
    'Wait…',
    'The \\{ brace',
  ])('may say %s', (text) => {
    expect(problems(both('join_us_new', text))).toEqual([])
  })

  it('is defined under a key of its folder', () => {
    const strange = problems(both('waitlist_title', 'Title'))
    expect(strange).toContain(
      'packages/features/join-us/messages/en.json waitlist_title is not a lower-case key that starts with join_us_',
    )
  })
})

describe('the program', () => {
  it('uses every message, not counting tests and comments', () => {
    const files = {
      'packages/features/join-us/page.test.tsx': `import { m } from '@duo/platform/i18n/messages.ts'\nexport default m.join_us_dead()`,
      'packages/features/join-us/old.tsx': `import { m } from '@duo/platform/i18n/messages.ts'\n// m.join_us_dead()\nexport default m.join_us_title()`,
      'packages/features/join-us/other.tsx': 'const m = { join_us_dead: 1 }\nexport default m.join_us_dead',
    }
    expect(problems({ ...both('join_us_dead', 'Dead'), files })).toEqual([
      'packages/features/join-us/messages/en.json join_us_dead is used nowhere',
      'packages/features/join-us/messages/pt.json join_us_dead is used nowhere',
    ])
  })

  it('reads messages by their names', () => {
    const files = {
      [page]: `import { m } from '@duo/platform/i18n/messages.ts'\nexport const a = [m.join_us_title, m.join_us_hello, m.join_us_friends]\nexport const b = (key: 'ui_close') => m[key]()`,
    }
    expect(problems({ files })).toEqual([`${page}:3 m[…]: name the message, m.key`])
  })
})

it('requires settings.json to list exactly the existing folders', () => {
  expect(problems({ files: { [settingsPath]: settings('./messages', '../../features/gone/messages') } })).toEqual([
    `${settingsPath} does not list packages/features/join-us/messages/{locale}.json`,
    `${settingsPath} lists packages/features/gone/messages/{locale}.json, which does not exist`,
  ])
})
