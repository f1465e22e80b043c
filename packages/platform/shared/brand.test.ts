import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dark, light } from './brand.ts'

const css = readFileSync(join(import.meta.dirname, '../../../apps/web/styles.css'), 'utf8')
const tokens: Record<keyof typeof light, string> = {
  paper: 'paper',
  raised: 'paper-raised',
  ink: 'ink',
  muted: 'muted',
  line: 'line',
  accent: 'accent',
  onAccent: 'on-accent',
  person: 'voice-deep',
  agent: 'voice-bright',
  overlap: 'overlap',
}

test.each(Object.entries(tokens))('%s equals the site’s token %s', (name, token) => {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1] ?? ''
  const [day = value, night = day] = value.match(/#[0-9a-f]{6}/g) ?? []
  const key = name as keyof typeof light
  expect(light[key]).toBe(day)
  // in dark mode the person's half uses paper: the deep voice would vanish in the background
  expect(dark[key]).toBe(key === 'person' ? '#fbf6ec' : night)
})
