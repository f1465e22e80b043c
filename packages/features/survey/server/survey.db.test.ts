import { randomUUID } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { keysFrom, testSecret as secret } from '@duo/platform/testing/test-keys.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
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

/** Creates an entry with both kinds of ticket. */
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
const partialFollowUp = { ...followUp, niches: [], description: ' <half a "thou' }

const readStored = async () => ({
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
  test('sanitizes the qualification before storing it', async () => {
    const { id, email, ticket } = await person()
    expect(await survey().qualify({ email, ticket, ...qualification })).toEqual({ error: null })
    expect((await readStored()).qualifications).toMatchObject([
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

  test('ignores the text for Others when Others is not chosen', async () => {
    const { email, ticket } = await person()
    await survey().qualify({ email, ticket, ...qualification, categories: ['law'] })
    expect((await readStored()).qualifications).toMatchObject([{ categories: ['law'], other_category: null }])
  })

  test('stores the sanitized follow-up with the caller’s IP address and queues its spreadsheet copy', async () => {
    const { id, email, ticket } = await person()
    expect(await survey().followUp({ email, ticket, ...followUp })).toEqual({ error: null })
    expect((await readStored()).followUps).toMatchObject([
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

  test('queues nothing without a spreadsheet form', async () => {
    const { email, ticket } = await person()
    await survey({ followUpForm: false, clientAddress: 'unknown' }).followUp({ email, ticket, ...followUp })
    expect((await readStored()).followUps).toMatchObject([{ address: 'unknown' }])
    expect(await jobs()).toEqual([])
  })

  test('resubmitted answers replace the old ones and are synced again', async () => {
    const { email, ticket } = await person()
    await survey().qualify({ email, ticket, ...qualification })
    await survey().followUp({ email, ticket, ...followUp })
    await db.updateTable('survey_follow_up').set({ mirrored_at: new Date() }).execute()
    const before = await readStored()
    await survey().qualify({ email, ticket, ...qualification, goals: ['integrate'] })
    await survey().followUp({ email, ticket, ...followUp, niches: [] })
    const after = await readStored()
    expect(after.qualifications).toMatchObject([{ goals: ['integrate'], created_at: before.qualifications[0]?.created_at }])
    expect(after.followUps).toMatchObject([{ niches: [], mirrored_at: null, created_at: before.followUps[0]?.created_at }])
    expect(after.qualifications[0]?.updated_at).not.toEqual(before.qualifications[0]?.updated_at)
    expect(after.followUps[0]?.updated_at).not.toEqual(before.followUps[0]?.updated_at)
    expect(await jobs()).toHaveLength(1)
  })

  test('resubmitting identical answers does not sync them again', async () => {
    const { email, ticket } = await person()
    await survey().followUp({ email, ticket, ...followUp })
    await db.updateTable('survey_follow_up').set({ mirrored_at: new Date() }).execute()
    const before = await readStored()
    await survey().followUp({ email, ticket, ...followUp })
    expect(await readStored()).toEqual(before)
  })

  test('twenty concurrent submissions store one row and queue one job', async () => {
    const { email, ticket } = await person()
    const answers = await Promise.all(Array.from({ length: 20 }, () => survey().followUp({ email, ticket, ...followUp })))
    expect(answers.every(({ error }) => error === null)).toBe(true)
    expect((await readStored()).followUps).toHaveLength(1)
    expect(await jobs()).toHaveLength(1)
  })

  test('stores the answers and their job atomically', async () => {
    const { email, ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp })
    const drafts = (await readStored()).drafts
    await sql`alter schema pgboss rename to pgboss_away`.execute(db)
    try {
      await expect(survey().followUp({ email, ticket, ...followUp })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    } finally {
      await sql`alter schema pgboss_away rename to pgboss`.execute(db)
    }
    expect(await readStored()).toEqual({ ...nothing, drafts })
  })
})

describe('a ticket', () => {
  const ana = () => person('ana@example.com')

  test.each(['ana@example.com', ' Ana@Example.COM '])('accepts its own e-mail address in any case (%j)', async (email) => {
    const { ticket } = await ana()
    expect(await survey().qualify({ email, ticket, ...qualification })).toEqual({ error: null })
  })

  test('accepts an internationalized e-mail address as typed', async () => {
    const { ticket } = await person('ana@xn--mller-kva.de')
    expect(await survey().followUp({ email: 'ana@Müller.de', ticket, ...followUp })).toEqual({ error: null })
  })

  test("of one member is rejected with another's e-mail address, and nothing is stored for either", async () => {
    const { ticket } = await ana()
    const bia = await person('bia@example.com')
    expect(await survey().qualify({ email: bia.email, ticket, ...qualification })).toEqual({ error: 'invalid_ticket' })
    expect(await survey().followUp({ email: bia.email, ticket, ...followUp })).toEqual({ error: 'invalid_ticket' })
    expect(await readStored()).toEqual(nothing)
    expect(await jobs()).toEqual([])
  })

  test.each<[string, (id: string) => string | Promise<string>]>([
    ['that has expired', (id) => ticketFor(id, 'member', '-1s')],
    ['that was tampered with', async (id) => (await ticketFor(id)).replace(/.{6}$/, 'AAAAAA')],
    ['for another purpose', (id) => ticketFor(id, 'unsubscribe')],
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
    ['whose subject is not an id', () => ticketFor("' or true --")],
    ['that is not a token', () => 'no ticket'],
  ])('%s is rejected by every call', async (_which, make) => {
    const { id, email } = await ana()
    const ticket = await make(id)
    const refusals = await Promise.all([
      survey().qualify({ email, ticket, ...qualification }),
      survey().followUp({ email, ticket, ...followUp }),
      survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp }),
      survey().progress({ ticket }),
      survey().download({ ticket }),
    ])
    expect(refusals).toEqual(Array(5).fill({ error: 'invalid_ticket' }))
    expect(await readStored()).toEqual(nothing)
  })

  test('waits while its entry is being erased and is then rejected', async () => {
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

describe('a joining browser’s ticket after the e-mail confirmation', () => {
  const calls = {
    qualification: (ticket: string, email: string, other = false) =>
      survey().qualify({ email, ticket, ...qualification, ...(other && { goals: ['integrate'] }) }),
    'follow-up': (ticket: string, email: string, other = false) =>
      survey().followUp({ email, ticket, ...followUp, ...(other && { niches: [] }) }),
  }

  test.each(['qualification', 'follow-up'] as const)('submits the %s once and cannot replace it', async (name) => {
    const { id, email, ticket, memberTicket } = await person()
    await confirm(id)
    expect(await calls[name](ticket, email)).toEqual({ error: null })
    const before = await readStored()
    const queued = await jobs()
    expect(await calls[name](ticket, email, true)).toEqual({ error: 'needs_mail' })
    // a retry after the response was lost
    expect(await calls[name](ticket, email)).toEqual({ error: null })
    expect(await readStored()).toEqual(before)
    expect(await jobs()).toEqual(queued)
    expect(await calls[name](memberTicket, email, true)).toEqual({ error: null })
    expect(await readStored()).not.toEqual(before)
  })

  test('does not replace answers that the owner saves at the same moment', async () => {
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
    expect((await readStored()).qualifications).toMatchObject([own])
    expect(await survey().qualify({ email, ticket: memberTicket, ...qualification })).toEqual({ error: null })
  })

  test('creates a draft but does not replace one', async () => {
    const { id, ticket, memberTicket } = await person()
    await confirm(id)
    const draft = (by: string, description: string) =>
      survey().saveDraft({ ticket: by, survey: 'follow_up', answers: { ...partialFollowUp, description } })
    expect(await draft(ticket, 'first')).toMatchObject({ error: null })
    expect(await draft(ticket, 'second')).toEqual({ error: 'needs_mail' })
    expect((await readStored()).drafts).toMatchObject([{ answers: { description: 'first' } }])
    expect(await draft(memberTicket, 'third')).toMatchObject({ error: null })
    expect((await readStored()).drafts).toMatchObject([{ answers: { description: 'third' } }])
  })
})

describe('drafts', () => {
  const moment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const storedDraft = (answers: object) => ({ answers, changedAt: moment })

  const { audienceSize } = qualification
  const half = { audienceSize, categories: [], otherCategory: ' <raw "text', goals: [] }

  test('returns the last draft of each survey as typed', async () => {
    const { ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: { ...partialFollowUp, description: 'earlier' } })
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp })
    await survey().saveDraft({ ticket, survey: 'qualification', answers: half })
    const drafts = { qualification: storedDraft(half), follow_up: storedDraft(partialFollowUp) }
    expect(await survey().progress({ ticket })).toEqual({ error: null, qualified: false, followedUp: false, drafts })
  })

  test('returns the same change time to the writer and the reader', async () => {
    const { ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp })
    await db
      .updateTable('survey_draft')
      .set({ updated_at: new Date(0) })
      .execute()
    const second = await survey().saveDraft({
      ticket,
      survey: 'follow_up',
      answers: { ...partialFollowUp, description: 'later' },
    })
    if (second.error !== null) throw new Error('the draft was rejected')
    expect(Date.parse(second.changedAt ?? '')).toBeGreaterThan(0)
    expect(await survey().progress({ ticket })).toMatchObject({ drafts: { follow_up: { changedAt: second.changedAt } } })
  })

  test('submitting a survey deletes its own draft only', async () => {
    const { email, ticket } = await person()
    await survey().saveDraft({ ticket, survey: 'qualification', answers: half })
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp })
    await survey().qualify({ email, ticket, ...qualification })
    expect(await survey().progress({ ticket })).toMatchObject({
      qualified: true,
      followedUp: false,
      drafts: { qualification: null, follow_up: storedDraft(partialFollowUp) },
    })
    await survey().followUp({ email, ticket, ...followUp })
    expect(await survey().progress({ ticket })).toMatchObject({ followedUp: true, drafts: { follow_up: null } })
  })

  test('only a ticket sent by e-mail reads the drafts of a confirmed entry, but the joining browser may still write', async () => {
    const { id, ticket, memberTicket } = await person()
    await survey().saveDraft({ ticket, survey: 'follow_up', answers: partialFollowUp })
    await confirm(id)
    const none = { qualification: null, follow_up: null }
    expect(await survey().progress({ ticket })).toEqual({ error: null, qualified: false, followedUp: false, drafts: none })
    expect(await survey().progress({ ticket: memberTicket })).toMatchObject({
      drafts: { follow_up: storedDraft(partialFollowUp) },
    })
    expect(await survey().saveDraft({ ticket, survey: 'qualification', answers: half })).toEqual({
      error: null,
      changedAt: moment,
    })
    expect(await survey().progress({ ticket: memberTicket })).toMatchObject({ drafts: { qualification: storedDraft(half) } })
  })

  test('ignores a draft that no longer matches the questions', async () => {
    const { id, ticket } = await person()
    await db
      .insertInto('survey_draft')
      .values({ signup_id: id, survey: 'follow_up', answers: { niches: 'all' } })
      .execute()
    expect(await survey().progress({ ticket })).toMatchObject({ error: null, drafts: { follow_up: null } })
  })
})

describe('download', () => {
  test('contains everything stored about the member', async () => {
    const { id, email, memberTicket: ticket } = await person(undefined, new Date())
    await person('somebody.else@example.com')
    await survey().qualify({ email, ticket, ...qualification })
    await survey().followUp({ email, ticket, ...followUp })
    await db.insertInto('survey_draft').values({ signup_id: id, survey: 'follow_up', answers: partialFollowUp }).execute()
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
        drafts: [{ survey: 'follow_up', answers: partialFollowUp, changedAt: moment }],
      },
    })
  })

  test('needs a ticket sent by e-mail once the entry is confirmed', async () => {
    const { id, ticket, memberTicket } = await person()
    const empty = { error: null, answers: { qualification: null, followUp: null, drafts: [] } }
    expect(await survey().download({ ticket })).toEqual(empty)
    await confirm(id)
    expect(await survey().download({ ticket })).toEqual({ error: 'needs_mail' })
    expect(await survey().download({ ticket: memberTicket })).toEqual(empty)
  })
})

test('discards a draft that arrives with or after the submitted answers', async () => {
  const { email, ticket } = await person()
  const draft = { ticket, survey: 'follow_up' as const, answers: partialFollowUp }
  await Promise.all([survey().followUp({ email, ticket, ...followUp }), survey().saveDraft(draft), survey().saveDraft(draft)])
  expect(await survey().saveDraft(draft)).toEqual({ error: null, changedAt: null })
  expect((await readStored()).drafts).toEqual([])
})

test('rate-limits a caller before reading anything', async () => {
  const { ticket } = await person()
  const limited = survey({ rateLimit: async ({ name }) => (name === 'survey' ? 60 : null) })
  await expect(limited.progress({ ticket })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
