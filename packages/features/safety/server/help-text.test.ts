import { helpKinds } from '@duo/engine/distress/help-kinds.ts'
import { describe, expect, test } from 'vitest'
import {
  allowedTelephoneAddresses,
  helplines,
  parseHelpSearch,
  regions,
  regionsOf,
  telephoneAddress,
  textAddress,
} from '../rules.ts'
import { helpText } from './help-text.ts'

test.each([
  ['pt', 'suicide', ['188', '1411', '808 24 24 24', '213 544 545']],
  ['pt', 'violence', ['180', '100', '116 006', '800 202 148']],
  ['pt', 'danger', ['192', '190', '112']],
  ['en', 'suicide', ['988', '116 123']],
  ['en', 'violence', ['1-800-799-7233', '0808 2000 247']],
  ['en', 'danger', ['911', '999']],
  ['en', 'child', ['1-800-422-4453', '0800 1111']],
  ['en', 'sexual', ['1-800-656-4673', '0808 500 2222']],
  ['en', 'eating', ['1-888-375-7767', '0808 801 0677']],
] as const)(
  '%s, %s: without a region, shows the helplines of both usual countries in order as call links, then those of others',
  (locale, kind, numbers) => {
    const text = helpText(kind, { locale, regions: regionsOf('', locale) })
    const places = numbers.map((number) => text.indexOf(`[${number}](tel:${number.replace(/\D/g, '')})`))
    expect(places).not.toContain(-1)
    expect(text.lastIndexOf('https://findahelpline.com')).toBeGreaterThan(places.at(-1) ?? 0)
  },
)

describe.each(regions)('in %s', (region) => {
  test.each(helpKinds)('help for %s has a number to call, and the emergency number of that country alone', (kind) => {
    const text = helpText(kind, { locale: 'en', regions: [region] })
    expect(text).toMatch(/\]\(tel:\d+\)/)
    expect(text).toContain(`(/help?region=${region}#${kind})`)
    expect(text).not.toMatch(/\{\w+\}|undefined|null/)
  })
})

test('names ways without speaking, whom a line is for, and its hours', () => {
  const suicide = helpText('suicide', { locale: 'en', regions: ['gb'] })
  expect(suicide).toContain('- **Shout**: [text SHOUT to 85258](sms:85258) (24 hours)')
  expect(helpText('violence', { locale: 'en', regions: ['gb'] })).toContain(
    "- **Men's Advice Line**: [0808 801 0327](tel:08088010327) (for men)",
  )
  expect(helpText('suicide', { locale: 'pt', regions: ['br'] })).toContain('[chat](https://cvv.org.br/chat/)')
})

test.each([
  ['pt-BR,pt;q=0.9,en-US;q=0.8', 'en', ['br']],
  ['pt-PT', 'pt', ['pt']],
  ['fr-CA,fr', 'en', ['ca']],
  ['en-Latn-GB', 'en', ['gb']],
  ['en-UK', 'en', ['gb']],
  ['de-AT,en-IE;q=0.5', 'en', ['ie']],
  ['en', 'en', ['us', 'gb']],
  ['sr@latin', 'pt', ['br', 'pt']],
  ['', 'pt', ['br', 'pt']],
  ['-US-'.repeat(100), 'en', ['us', 'gb']],
] as const)('a browser that prefers “%s” on a page in %s gets the numbers of %j', (header, locale, expected) => {
  expect(regionsOf(header, locale)).toEqual(expected)
})

test.each([
  ['GB', 'gb'],
  ['uk', 'gb'],
  ['UK', 'gb'],
  ['Br', 'br'],
  ['fr', undefined],
  [['gb'], undefined],
  [undefined, undefined],
])('the address of the help page with the region %j shows %s', (region, expected) => {
  expect(parseHelpSearch({ region })).toEqual({ region: expected })
})

describe.each(['en', 'pt'] as const)('in %s', (locale) => {
  const place = { locale, regions: regionsOf('', locale) }
  const [role, simulation] = locale === 'en' ? ['my role', 'a simulation'] : ['meu papel', 'uma simulação']

  test.each(helpKinds)('help for %s speaks of a role and a simulation for a persona only', (kind) => {
    for (const isAboutOther of [false, true]) {
      const ofPersona = helpText(kind, place, { isAboutOther })
      expect(ofPersona).toContain(role)
      expect(ofPersona).toContain(simulation)
      const ofProgram = helpText(kind, place, { isAboutOther, speaker: 'program' })
      expect(ofProgram).not.toContain(role)
      expect(ofProgram).not.toContain(simulation)
      expect(ofProgram).not.toMatch(/story of mine|história minha|\{\w+\}/)
    }
  })

  test('help for a person whom the user worries about does not speak to the user as the one in danger', () => {
    const text = helpText('suicide', place, { isAboutOther: true })
    expect(text).not.toMatch(/hurt yourself|se machucou|carry this alone/)
    expect(text).toMatch(locale === 'en' ? /stay with that person/ : /fique com a pessoa/)
    expect(text).toContain(locale === 'en' ? '988' : '188')
  })
})

test('every number may be linked in replies', () => {
  for (const { call, text } of helplines) {
    if (call) expect(allowedTelephoneAddresses).toContain(telephoneAddress(call))
    if (text) expect(allowedTelephoneAddresses).toContain(textAddress(text.to))
  }
})
