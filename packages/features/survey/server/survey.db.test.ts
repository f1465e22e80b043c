import { randomUUID } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { keysFrom, testSecret as secret, testContext } from '@duo/platform/testing/world.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { appRouter } from '../../server.ts'
import { ticketPurposes } from '../../waitlist/tickets.ts'

const { db } = await testDatabase()

const survey = (overrides: Partial<RequestContext> = {}) =>
  createCaller(appRouter)(testContext(db, { followUpForm: true, ...overrides })).survey

type Purpose = keyof typeof ticketPurposes
const ticketFor = (subject: string, purpose: Purpose = 'joined', expiresIn = '1h') =>
  signTicket(secret, { purpose: ticketPurposes[purpose], subject, expiresIn })

/** Somebody on the list, with both tickets. */
async function person(email = `${randomUUID()}@example.com`, confirmed_at: Date | null = null) {
  const { id } = await makeSignup(db, { email, confirmed_at })
  return { id, email, ticket: await ticketFor(id), memberTicket: await ticketFor(id, 'member') }
}
const confirm = (id: string) => db.updateTable('waitlist_signup').set({ confirmed_at: new Date() }).where('id', '=', id).execute()

const qualification = {
  audienceSize: '5000-20000' as const,
  categories: ['law' as const, 'others' as const],
  otherCategory: ' "Bees" & <honey> ',
  goals: ['sell' as const],
}
const followUp = {
  userTypes: ['creator' as const, 'company' as const],
  niches: ['social_media' as const],
  agentTypes: ['chatbot' as const],
  description: '  <b>My "idea"</b> ',
}
const begun = { ...followUp, niches: [], description: ' <half a "thou' }

const stored = async () => ({
  qualifications: await db.selectFrom('survey_qualification').selectAll().execute(),
  followUps: await db.selectFrom('survey_follow_up').selectAll().execute(),
  drafts: await db.selectFrom('survey_draft').select(['survey', 'answers']).orderBy('survey').execute(),
})
const nothing = { qualifications: [], followUps: [], drafts: [] }
const jobs = () => waitingJobs(db)

beforeEach(async () => {
  await sql`truncate waitlist_signup cascade`.execute(db)
  await forgetAllJobs(db)
})

describe('answers', () => {
  test('of the qualification are stored clean', async () => {
    const { id, email, ticket } = await person()
    expect(await survey().qualify({ email, ticket, ...qualification })).toEqual({ error: null })
    expect((await stored()).qualifications).toMatchObject([
      {
        signup_id: id,
        audience_size: '5000-20000',
        categories: ['law', 'others'],
        other_category: 'Bees & honey',
        goals: ['sell'],
      },
    ])
    expect(await jobs()).toEqual([])
  })

  test('without Others carry no text for it', async () => {
    const { email, ticket } = await person()
    await survey().qualify({ email, ticket, ...qualification, categories: ['law'] })
    expect((await stored()).qualifications).toMatchObject([{ categories: ['law'], other_category: null }])
  })

  test('of the follow-up are stored clean, with the address of the caller, and their copy is queued', async () => {
    const { id, email, ticket } = await person()
    expect(await survey().followUp({ email, ticket, ...followUp })).toEqual({ error: null })
    expect((await stored()).followUps).toMatchObject([
      {
        signup_id: id,
        user_types: ['creator', 'company'],
        niches: ['social_media'],
        agent_types: ['chatbot'],
        description: 'bMy idea/b',
        address: '203.0.113.7',
        mirrored_at: null,
      },
    ])
    expect(await jobs()).toEqual([{ name: 'survey.mirror', payload: { signupId: id } }])
  })

  test('without a spreadsheet form queue nothing', async () => {
    const { email, ticket } = await person()
    await survey({ followUpForm: false, clientAddress: 'unknown' }).followUp({ email, ticket, ...followUp })
    expect((await stored()).followUps).toMatchObject([{ address: 'unknown' }])
    expect(await jobs()).toEqual([])
  })

  test('sent again overwrite the earlier ones and are to be copied again', async () => {
    const { email, ticket } = await person()
    await survey().qualify({ email, ticket, ...qualification })
    await survey().followUp({ email, ticket, ...followUp })
    await db.updateTable('survey_follow_up').set({ mirrored_at: new Date() }).execute()
    const before = await stored()
    await survey().qualify({ email, ticket, ...qualification, goals: ['integrate'] })
    await survey().followUp({ email, ticket, ...followUp, niches: [] })
    const after = await stored()
    expect(after.qualifications).toMatchObject([{ goals: ['integrate'], created_at: before.qualifications[0]?.created_at }])
    expect(after.followUps).toMatchObject([{ niches: [], mirrored_at: null, created_at: before.followUps[0]?.created_at }])
    expect(after.qualifications[0]?.updated_at).not.toEqual(before.qualifications[0]?.updated_at)
    expect(after.followUps[0]?.updated_at).not.toEqual(before.followUps[0]?.updated_at)
    expect(await jobs()).toHaveLength(1)
  })

  test('that are the same as before are not copied twice', async () => {
    const { email, ticket } = await person()
    await survey().followUp({ email, ticket, ...followUp })
    await db.updateTable('survey_follow_up').set({ mirrored_at: new Date() }).execute()
    const before = await stored()
    await survey().followUp({ email, ticket, ...followUp })
    expect(await stored()).toEqual(before)
  })

  test('sent twenty times at once are one row and one job', async () => {
    const { email, ticket } = await person()
    const answers = await Promise.all(Array.from({ length: 20 }, () => survey().followUp({ email, ticket, ...followUp })))
    expect(answers.every(({ error }) => error === null)).toBe(true)
    expect((await stored()).followUps).toHaveLength(1)
    expect(await jobs()).toHaveLength(1)
  })

  test('are all there with their job or not at all', async () => {
    const { email, ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: begun })
    const drafts = (await stored()).drafts
    await sql`alter schema pgboss rename to pgboss_away`.execute(db)
    try {
      await expect(survey().followUp({ email, ticket, ...followUp })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    } finally {
      await sql`alter schema pgboss_away rename to pgboss`.execute(db)
    }
    expect(await stored()).toEqual({ ...nothing, drafts })
  })
})

describe('a ticket', () => {
  const ana = () => person('ana@example.com')

  test.each(['ana@example.com', ' Ana@Example.COM '])('takes its own address in any writing (%j)', async (email) => {
    const { ticket } = await ana()
    expect(await survey().qualify({ email, ticket, ...qualification })).toEqual({ error: null })
  })

  test('takes an address in another script as it was typed', async () => {
    const { ticket } = await person('ana@xn--mller-kva.de')
    expect(await survey().followUp({ email: 'ana@Müller.de', ticket, ...followUp })).toEqual({ error: null })
  })

  test("of one person is refused with another's address, and nothing is stored for either", async () => {
    const { ticket } = await ana()
    const bia = await person('bia@example.com')
    expect(await survey().qualify({ email: bia.email, ticket, ...qualification })).toEqual({ error: 'invalid_ticket' })
    expect(await survey().followUp({ email: bia.email, ticket, ...followUp })).toEqual({ error: 'invalid_ticket' })
    expect(await stored()).toEqual(nothing)
    expect(await jobs()).toEqual([])
  })

  test.each<[string, (id: string) => string | Promise<string>]>([
    ['that has expired', (id) => ticketFor(id, 'member', '-1s')],
    ['that somebody changed', async (id) => (await ticketFor(id)).replace(/.{6}$/, 'AAAAAA')],
    ['for something else', (id) => ticketFor(id, 'unsubscribe')],
    [
      'of another server',
      (id) =>
        signTicket(keysFrom('another secret of more than 32 letters'), {
          purpose: ticketPurposes.joined,
          subject: id,
          expiresIn: '1h',
        }),
    ],
    ['whose entry is gone', () => ticketFor(randomUUID())],
    ['for what is no entry', () => ticketFor("' or true --")],
    ['that is none', () => 'no ticket'],
  ])('%s is refused by every call', async (_which, make) => {
    const { id, email } = await ana()
    const ticket = await make(id)
    const refusals = await Promise.all([
      survey().qualify({ email, ticket, ...qualification }),
      survey().followUp({ email, ticket, ...followUp }),
      survey().saveDraft({ ticket, survey: 'follow_up', answers: begun }),
      survey().progress({ ticket }),
      survey().download({ ticket }),
    ])
    expect(refusals).toEqual(Array(5).fill({ error: 'invalid_ticket' }))
    expect(await stored()).toEqual(nothing)
  })

  test('whose entry is being erased waits and is refused then', async () => {
    const { id, email, ticket } = await ana()
    const erasing = await db.startTransaction().execute()
    await erasing.deleteFrom('waitlist_signup').where('id', '=', id).execute()
    const answer = survey().qualify({ email, ticket, ...qualification })
    const waits = sql`select from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`
    await vi.waitFor(async () => expect((await waits.execute(db)).rows).toHaveLength(1), { timeout: 5_000 })
    await erasing.commit().execute()
    expect(await answer).toEqual({ error: 'invalid_ticket' })
  })
})

describe('the browser that typed an address, once its owner has confirmed it,', () => {
  const calls = {
    qualification: (ticket: string, email: string, other = false) =>
      survey().qualify({ email, ticket, ...qualification, ...(other && { goals: ['integrate'] }) }),
    'follow-up': (ticket: string, email: string, other = false) =>
      survey().followUp({ email, ticket, ...followUp, ...(other && { niches: [] }) }),
  }

  test.each(['qualification', 'follow-up'] as const)(
    'answers the %s for the first time, and does not replace answers',
    async (name) => {
      const { id, email, ticket, memberTicket } = await person()
      await confirm(id)
      expect(await calls[name](ticket, email)).toEqual({ error: null })
      const before = await stored()
      const queued = await jobs()
      expect(await calls[name](ticket, email, true)).toEqual({ error: 'needs_mail' })
      // the same call again, because its answer was lost
      expect(await calls[name](ticket, email)).toEqual({ error: null })
      expect(await stored()).toEqual(before)
      expect(await jobs()).toEqual(queued)
      expect(await calls[name](memberTicket, email, true)).toEqual({ error: null })
      expect(await stored()).not.toEqual(before)
    },
  )

  test('does not replace what the owner answers at that very moment', async () => {
    const { id, email, ticket, memberTicket } = await person()
    const confirming = await db.startTransaction().execute()
    await confirming.updateTable('waitlist_signup').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    const [goals, none] = [['integrate' as const], null]
    const own = { signup_id: id, audience_size: '20000+', categories: ['law'], other_category: none, goals }
    await confirming.insertInto('survey_qualification').values(own).execute()
    const answer = survey().qualify({ email, ticket, ...qualification })
    await vi.waitFor(
      async () => {
        const waits = await sql`select from pg_locks where not granted and pid in (
          select pid from pg_stat_activity where datname = current_database())`.execute(db)
        expect(waits.rows).toHaveLength(1)
      },
      { timeout: 5_000 },
    )
    await confirming.commit().execute()
    expect(await answer).toEqual({ error: 'needs_mail' })
    expect((await stored()).qualifications).toMatchObject([own])
    expect(await survey().qualify({ email, ticket: memberTicket, ...qualification })).toEqual({ error: null })
  })

  test('begins a draft, and does not replace one', async () => {
    const { id, ticket, memberTicket } = await person()
    await confirm(id)
    const draft = (by: string, description: string) =>
      survey().saveDraft({ ticket: by, survey: 'follow_up', answers: { ...begun, description } })
    expect(await draft(ticket, 'first')).toMatchObject({ error: null })
    expect(await draft(ticket, 'second')).toEqual({ error: 'needs_mail' })
    expect((await stored()).drafts).toMatchObject([{ answers: { description: 'first' } }])
    expect(await draft(memberTicket, 'third')).toMatchObject({ error: null })
    expect((await stored()).drafts).toMatchObject([{ answers: { description: 'third' } }])
  })
})

describe('drafts', () => {
  const moment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const kept = (answers: object) => ({ answers, changedAt: moment })

  const { audienceSize } = qualification
  const half = { audienceSize, categories: [], otherCategory: ' <raw "text', goals: [] }

  test('come back as they were typed, one for each survey, the last one saved', async () => {
    const { ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: { ...begun, description: 'earlier' } })
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: begun })
    await survey().saveDraft({ ticket, survey: 'qualification', answers: half })
    const drafts = { qualification: kept(half), follow_up: kept(begun) }
    expect(await survey().progress({ ticket })).toEqual({ error: null, qualified: false, followedUp: false, drafts })
  })

  test('say when they were changed, to the one who saves as to the one who reads', async () => {
    const { ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: begun })
    await db
      .updateTable('survey_draft')
      .set({ updated_at: new Date(0) })
      .execute()
    const second = await survey().saveDraft({ ticket, survey: 'follow_up', answers: { ...begun, description: 'later' } })
    if (second.error !== null) throw new Error('refused')
    expect(Date.parse(second.changedAt ?? '')).toBeGreaterThan(0)
    expect(await survey().progress({ ticket })).toMatchObject({ drafts: { follow_up: { changedAt: second.changedAt } } })
  })

  test('end with the answers of their own survey', async () => {
    const { email, ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'qualification', answers: half })
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: begun })
    await survey().qualify({ email, ticket, ...qualification })
    expect(await survey().progress({ ticket })).toMatchObject({
      qualified: true,
      followedUp: false,
      drafts: { qualification: null, follow_up: kept(begun) },
    })
    await survey().followUp({ email, ticket, ...followUp })
    expect(await survey().progress({ ticket })).toMatchObject({ followedUp: true, drafts: { follow_up: null } })
  })

  test('of a confirmed entry are read by a ticket out of a mail only; whoever joined may still write', async () => {
    const { id, ticket, memberTicket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: begun })
    await confirm(id)
    const none = { qualification: null, follow_up: null }
    expect(await survey().progress({ ticket })).toEqual({ error: null, qualified: false, followedUp: false, drafts: none })
    expect(await survey().progress({ ticket: memberTicket })).toMatchObject({ drafts: { follow_up: kept(begun) } })
    expect(await survey().saveDraft({ ticket, survey: 'qualification', answers: half })).toEqual({
      error: null,
      changedAt: moment,
    })
    expect(await survey().progress({ ticket: memberTicket })).toMatchObject({ drafts: { qualification: kept(half) } })
  })

  test('that no longer fit the questions are as good as none', async () => {
    const { id, ticket } = await person()
    await db
      .insertInto('survey_draft')
      .values({ signup_id: id, survey: 'follow_up', answers: { niches: 'all' } })
      .execute()
    expect(await survey().progress({ ticket })).toMatchObject({ error: null, drafts: { follow_up: null } })
  })
})

describe('a download', () => {
  test('holds everything that is stored about the person', async () => {
    const { id, email, memberTicket: ticket } = await person(undefined, new Date())
    await person('somebody.else@example.com')
    await survey().qualify({ email, ticket, ...qualification })
    await survey().followUp({ email, ticket, ...followUp })
    await db.insertInto('survey_draft').values({ signup_id: id, survey: 'follow_up', answers: begun }).execute()
    const moment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const { audienceSize, categories, goals } = qualification
    expect(await survey().download({ ticket })).toEqual({
      error: null,
      answers: {
        qualification: { audienceSize, categories, otherCategory: 'Bees & honey', goals, savedAt: moment, changedAt: moment },
        followUp: {
          ...followUp,
          description: 'bMy idea/b',
          ip: '203.0.113.7',
          savedAt: moment,
          changedAt: moment,
          copiedAt: null,
        },
        drafts: [{ survey: 'follow_up', answers: begun, changedAt: moment }],
      },
    })
  })

  test('of a confirmed entry needs a ticket out of a mail', async () => {
    const { id, ticket, memberTicket } = await person()
    const empty = { error: null, answers: { qualification: null, followUp: null, drafts: [] } }
    expect(await survey().download({ ticket })).toEqual(empty)
    await confirm(id)
    expect(await survey().download({ ticket })).toEqual({ error: 'needs_mail' })
    expect(await survey().download({ ticket: memberTicket })).toEqual(empty)
  })
})

test('a draft that arrives after the answers, or with them, is over', async () => {
  const { email, ticket } = await person()
  const draft = { ticket, survey: 'follow_up' as const, answers: begun }
  await Promise.all([survey().followUp({ email, ticket, ...followUp }), survey().saveDraft(draft), survey().saveDraft(draft)])
  expect(await survey().saveDraft(draft)).toEqual({ error: null, changedAt: null })
  expect((await stored()).drafts).toEqual([])
})

test('a caller over the limit is refused before anything is read', async () => {
  const { ticket } = await person()
  const over = survey({ rateLimit: async ({ name }) => (name === 'survey' ? 60 : null) })
  await expect(over.progress({ ticket })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
