import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import type { SeedResult } from '@duo/platform/server/files/seed-plan.ts'

import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { agent, agents, findAgentDetail } from '../agents.ts'
import type { Persona } from './read-personas.ts'
import { seedAgents, seedBundledAgents } from './seed-agents.ts'

const { db } = await testDatabase()
const bundledFolder = join(import.meta.dirname, '../../../../../db/seeds/agents')
const folder = await mkdtemp(join(tmpdir(), 'duo-agents-'))
afterAll(() => rm(folder, { recursive: true }))

const ada = JSON.parse(await readFile(join(bundledFolder, 'ada-lovelace.json'), 'utf8')) as Persona

/** Writes Ada's persona under another name, with two notes. */
async function write(slug: string, change: (persona: Persona) => void = () => {}) {
  const persona = structuredClone({ ...ada, slug, name: slug })
  for (const side of [persona.en, persona.pt]) {
    side.notes.splice(2)
    // they name notes that are left out
    for (const { facts = [] } of side.notes) for (const fact of facts) delete fact.after
  }
  change(persona)
  await writeFile(join(folder, `${slug}.json`), JSON.stringify(persona))
}

const seed = () => seedAgents(db, folder, null)
const numbers = (seeded: SeedResult) =>
  seeded.ok
    ? [seeded.added, seeded.changed, seeded.unchanged, seeded.removed, seeded.hidden].map((slugs) => slugs.length).join(' ')
    : seeded.problems
const version = async () =>
  (await db.selectFrom('marketplace_content_version').select('version').executeTakeFirstOrThrow()).version
const names = async () => (await agents({ db }, { language: 'en' })).agents.map(({ slug }) => slug)
const idOf = async (slug: string) =>
  (await db.selectFrom('marketplace_agent').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

async function insertConversation(agentId: string): Promise<string> {
  const [userId, id] = [uuidv7(), uuidv7()]
  await db
    .insertInto('auth_user')
    .values({ id: userId, email: `${userId}@example.com`, name: 'Ana', language: 'en' })
    .execute()
  await db.insertInto('chat_conversation').values({ id, user_id: userId, agent_id: agentId, title: 'Talk' }).execute()
  return id
}

beforeEach(async () => {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await db.deleteFrom('chat_conversation').execute()
  await db.deleteFrom('marketplace_agent').execute()
  await db.updateTable('marketplace_content_version').set({ fingerprint: null, bundled: true }).execute()
})

test('seeding is idempotent and reports changes, removals and additions', async () => {
  await write('one')
  await write('two')
  await write('three')
  const before = await version()
  expect(numbers(await seed())).toBe('3 0 0 0 0')
  const id = await idOf('two')
  expect(numbers(await seed())).toBe('0 0 3 0 0')
  expect(await version()).toBe(before + 1)
  await write('two', ({ en }) => Reflect.set(en, 'description', 'Another description'))
  await rm(join(folder, 'three.json'))
  await write('four')
  expect(await seed()).toEqual({
    ok: true,
    committed: true,
    added: ['four'],
    changed: ['two'],
    unchanged: ['one'],
    different: [],
    hidden: [],
    removed: ['three'],
    kept: [],
    followsBundled: { before: false, after: false },
  })
  expect(await idOf('two')).toBe(id)
  expect((await agent({ db }, { slug: 'two', language: 'en' })).description).toBe('Another description')
  expect(await names()).toEqual(['one', 'two', 'four'])
})

test('hides a removed agent that has conversations, and shows it again when its file returns', async () => {
  await write('one')
  await write('two')
  await seed()
  const id = await idOf('two')
  const conversationId = await insertConversation(id)
  await rm(join(folder, 'two.json'))
  expect(numbers(await seed())).toBe('0 0 1 0 1')
  expect(await db.selectFrom('chat_conversation').where('id', '=', conversationId).select('agent_id').execute()).toEqual([
    { agent_id: id },
  ])
  expect(await names()).toEqual(['one'])
  await expect(agent({ db }, { slug: 'two', language: 'en' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await findAgentDetail({ db }, id, 'pt')).toMatchObject({ slug: 'two', starters: ada.pt.starters })
  expect(numbers(await seed())).toBe('0 0 1 0 0')
  await write('two')
  expect(numbers(await seed())).toBe('0 1 1 0 0')
  expect(await idOf('two')).toBe(id)
  expect(await names()).toEqual(['one', 'two'])
})

test('one faulty file prevents all changes', async () => {
  await write('one')
  await seed()
  await write('one', ({ en }) => Reflect.set(en, 'description', 'Changed'))
  await write('two', ({ pt }) => Reflect.set(pt, 'voiceDescription', ''))
  expect(await seed()).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^two\.json:\d+: pt\.voiceDescription: must not be empty$/)],
  })
  expect((await agent({ db }, { slug: 'one', language: 'en' })).description).toBe(ada.en.description)
  expect(numbers(await seedAgents(db, join(folder, 'nowhere'), null))).toEqual([expect.stringContaining('there is no agent in')])
})

test('concurrent seeds run one after the other with the same result', async () => {
  await write('one')
  const answers = await Promise.all(Array.from({ length: 4 }, seed))
  expect(answers.map(numbers).sort()).toEqual(['0 0 1 0 0', '0 0 1 0 0', '0 0 1 0 0', '1 0 0 0 0'])
})

test('a server start seeds the bundled agents once and never replaces an operator’s own', async () => {
  const first = await seedBundledAgents(db, bundledFolder)
  expect(first).toMatchObject({ ok: true, changed: [], removed: [] })
  expect(await seedBundledAgents(db, bundledFolder)).toBeNull()
  await write('mine')
  await seed()
  expect(await seedBundledAgents(db, bundledFolder)).toBeNull()
  expect(await names()).toEqual(['mine'])
})

test('returns agents in the requested language without server-only fields', async () => {
  await write('one', (persona) => Reflect.set(persona, 'also', ['Uma']))
  await seed()
  const [en] = (await agents({ db }, { language: 'en' })).agents
  const {
    agents: [pt],
  } = await agents({ db }, { language: 'pt' })
  expect(en).toEqual({
    id: await idOf('one'),
    slug: 'one',
    keywords: expect.arrayContaining(['Uma', 'programmer', 'programador']),
    name: 'one',
    description: ada.en.description,
    voice_description: ada.en.voiceDescription,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    category: 'technology',
    colors: ada.colors,
    lived: ada.lived.en,
    picture: {
      src: '/marketplace/images/one-480.png',
      width: 480,
      height: 360,
      alt: ada.en.figure,
      base: '/marketplace/images/one',
    },
  })
  expect(pt?.description).toBe(ada.pt.description)
  const responses = JSON.stringify([en, pt, await agent({ db }, { slug: 'one', language: 'en' })])
  expect(responses).not.toContain(ada.en.promptSeed.slice(0, 40))
  expect(responses).not.toContain(ada.en.notes[0]?.text.slice(0, 40))
})
