import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import type { Agent } from '../../schema.ts'
import { fieldNames } from '../category-name.ts'
import { filterAgents } from './agent-search.ts'

const folder = new URL('../../../../../db/seeds/agents/', import.meta.url)
type Text = Pick<Agent, 'description' | 'lived'> & { voiceDescription: string; keywords?: string[] }
type Seed = Pick<Agent, 'name' | 'category'> & { also?: string[]; en: Text; pt: Text }
const seeds = readdirSync(folder).map((file) => ({
  slug: file.replace(/\.json$/, ''),
  ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Seed),
}))

const agents = (language: Locale) =>
  seeds.map(({ slug, name, also = [], category, en, pt, [language]: text }) => ({
    id: slug,
    slug,
    name,
    category,
    description: text.description,
    lived: text.lived,
    voice_description: text.voiceDescription,
    keywords: [...also, ...(en.keywords ?? []), ...(pt.keywords ?? [])],
    created_at: '',
    colors: ['', ''] as [string, string],
    picture: null,
  }))

// by category, profession and colloquial terms
describe.each([
  ['marie-curie', 'physics', 'física'],
  ['marie-curie', 'chemist', 'química'],
  ['santos-dumont', 'plane', 'avião'],
  ['santos-dumont', 'pilots', 'aviador'],
  ['machado-de-assis', 'writer', 'escritor'],
  ['luis-gama', 'lawyers', 'advogado'],
  ['leonardo-da-vinci', 'painter', 'pintor'],
  ['sun-tzu', 'war', 'guerra'],
  ['ibn-battuta', 'traveller', 'viajante'],
  ['pedro-nunes', 'mathematics', 'matemático'],
  ['ada-lovelace', 'programmer', 'programadora'],
  ['ada-lovelace', 'computers', 'computador'],
  ['florence-nightingale', 'nurse', 'enfermeira'],
  ['florence-nightingale', 'nursing', 'enfermagem'],
  ['chiquinha-gonzaga', 'composer', 'compositora'],
  ['hypatia', 'astronomer', 'astrônoma'],
])('%s is found', (slug, english, portuguese) => {
  test.each([
    ['en', english],
    ['pt', portuguese],
    ['pt', english],
    ['en', portuguese],
  ] as const)('on the page in %s by "%s"', (language, q) => {
    const found = filterAgents(agents(language), { q }, fieldNames)
    expect(found.map((agent) => agent.slug)).toContain(slug)
    expect(found.length).toBeLessThanOrEqual(5)
  })
})

test.each([
  ['hypatia', ['Hipátia', 'hipatia', 'Hypatia of Alexandria', 'Ὑπατία', 'υπατια']],
  ['ibn-battuta', ['Ibn Batuta', 'Ibne Batuta', 'ibn battuta', 'ابن بطوطة', 'ابن بطوطه']],
  ['marie-curie', ['Madame Curie', 'Skłodowska', 'Sklodowska', 'Maria Sklodowska-Curie']],
  ['chiquinha-gonzaga', ['Francisca Gonzaga', 'chiquinha gonsaga']],
  ['luis-gama', ['luís gama', 'Luis Gama', 'luiz gama']],
  ['sun-tzu', ['孫子', '孙子', 'Sun Tsu', 'Sunzi']],
  ['ada-lovelace', ['Ada Byron', 'Condessa de Lovelace']],
  ['florence-nightingale', ['dama da lampada', 'lady with the lamp']],
  ['leonardo-da-vinci', ['da Vinci']],
  ['machado-de-assis', ['Joaquim Maria', 'bruxo do cosme velho']],
  ['pedro-nunes', ['Petrus Nonius', 'Pedro Nunez']],
  ['santos-dumont', ['Santos Dumont', 'pai da aviacao']],
])('%s alone is found by the names that people use', (slug, names) => {
  for (const language of ['en', 'pt'] as const)
    for (const q of names)
      expect(
        filterAgents(agents(language), { q }, fieldNames).map((agent) => agent.slug),
        q,
      ).toEqual([slug])
})
