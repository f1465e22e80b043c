import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { beforeAll, expect, test } from 'vitest'
import { bundledAgentRules } from '../rules.ts'
import { agents } from './agents.ts'
import { seedAgents } from './import/seed-agents.ts'

const { db } = await testDatabase()
beforeAll(() => seedAgents(db, join(import.meta.dirname, '../../../../db/seeds/agents'), bundledAgentRules))

const themesOf = async (theme: string, language: Locale) => (await agents({ db }, { language, theme })).themes

test.each([
  ['slavery', 'en', 'luis-gama'],
  ['startup founder', 'en', 'ada-lovelace'],
  ['feminism', 'en', 'florence-nightingale'],
  ['negociar sem brigar', 'pt', 'sun-tzu'],
  ['racismo', 'pt', 'machado-de-assis'],
] as const)('“%s” (%s) finds %s among those who speak of it, with the note', async (theme, language, slug) => {
  const themes = await themesOf(theme, language)
  expect(themes.map((one) => one.slug)).toContain(slug)
  expect(themes.length).toBeLessThanOrEqual(4)
  expect(themes.every(({ title }) => title.length > 0)).toBe(true)
})

test('a word of no note finds no agent, and no theme asks nothing', async () => {
  expect(await themesOf('xyzzy', 'en')).toEqual([])
  expect(await themesOf('', 'en')).toEqual([])
})
