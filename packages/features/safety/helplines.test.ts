import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpKinds } from '@duo/engine/distress/help-kinds.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import { type Helpline, helplines, helplinesFor, type Region, regions } from './rules.ts'

const documented = readFileSync(join(import.meta.dirname, '../../../docs/helplines.md'), 'utf8')

const headings: Record<Region, string> = {
  br: 'Brazil',
  pt: 'Portugal',
  us: 'United States',
  ca: 'Canada',
  gb: 'United Kingdom',
  ie: 'Ireland',
  au: 'Australia',
  nz: 'New Zealand',
}

/** Returns the cells of a country's rows: service, ways, hours, kinds, source, what was not confirmed, day. */
function rowsOf(region: Region): string[][] {
  const [, after = ''] = documented.split(`\n## ${headings[region]}\n`)
  const [table = ''] = after.split('\n## ')
  const rows = table.split('\n').filter((row) => row.startsWith('| ') && !row.startsWith('| ---'))
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function waysOf({ call, text, whatsapp, chat }: Helpline): string {
  const ways = [
    call,
    text && (text.word ? `text ${text.word} to ${text.to}` : `text ${text.to}`),
    whatsapp && `WhatsApp ${whatsapp}`,
    chat && `[chat](${chat})`,
  ]
  return ways.filter((way) => way !== undefined).join(', ')
}

const hoursOf = ({ hours }: Helpline) => (hours === 'always' ? '24/7' : (hours?.en ?? ''))

describe.each(regions)('in %s', (region) => {
  test('docs/helplines.md has the same lines, with the same numbers, hours and readers', () => {
    const lines = helplines.filter((line) => line.region === region)
    const expected = lines.map((line) => [
      line.name,
      waysOf(line),
      hoursOf(line),
      line.kinds.join(', ') + (line.for ? ` (${line.for})` : ''),
    ])
    expect(rowsOf(region).map((row) => row.slice(0, 4))).toEqual(expected)
  })

  test('every row names its source and the day on which it was read', () => {
    for (const [name, , , , source, , day] of rowsOf(region)) {
      expect(source, name).toMatch(/^https?:\/\/\S+$/)
      expect(day, name).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  test.each(helpKinds)('there is a line for %s', (kind) => {
    expect(helplinesFor(region, kind)).not.toEqual([])
  })

  test('every line can be reached, has hours in both languages or none, and a name of its own', () => {
    const lines = helplines.filter((line) => line.region === region)
    for (const { name, call, text, whatsapp, chat, hours } of lines) {
      expect(
        [call, text, whatsapp, chat].some((way) => way !== undefined),
        name,
      ).toBe(true)
      if (typeof hours === 'object') for (const locale of locales) expect(hours[locale], name).toBeTruthy()
    }
    expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length)
  })
})
