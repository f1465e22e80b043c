import { expect, test } from 'vitest'
import { allowedTelephoneAddresses, type Crisis, helplines } from '../rules.ts'
import { helpText } from './help-text.ts'

test.each([
  ['pt', 'suicide', ['188', '808 24 24 24', '213 544 545']],
  ['pt', 'violence', ['180', '190', '116 006']],
  ['pt', 'danger', ['192', '190', '112']],
  ['en', 'suicide', ['988', '116 123']],
  ['en', 'violence', ['1-800-799-7233', '0808 2000 247']],
  ['en', 'danger', ['911', '999']],
] as const)(
  '%s, %s: shows the helplines of the language in order as call links, then other countries’',
  (language, crisis, numbers) => {
    const text = helpText(crisis, language)
    const places = numbers.map((number) => text.lastIndexOf(`[${number}](tel:${number.replace(/\D/g, '')})`))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(text.indexOf('https://findahelpline.com')).toBeGreaterThan(places.at(-1) ?? 0)
  },
)

test('every number has a source and a date, and may be linked in replies', () => {
  const kinds: Crisis[] = ['suicide', 'violence', 'danger']
  for (const line of Object.values(helplines).flatMap((lines) => kinds.flatMap((kind) => lines[kind]))) {
    expect(line.source).toMatch(/^https:\/\//)
    expect(line.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(allowedTelephoneAddresses).toContain(`tel:${line.number.replace(/\D/g, '')}`)
  }
})
