import { describe, expect, test } from 'vitest'
import { maxTextLength } from './rules.ts'
import { followUpInput, qualifyInput, saveDraftInput } from './schema.ts'

const holder = { email: 'ana@example.com', ticket: 'a ticket' }
const qualification = { ...holder, audienceSize: '20000+', categories: ['law'], otherCategory: null, goals: ['sell'] }
const followUp = { ...holder, userTypes: ['creator'], niches: [], agentTypes: [], description: '' }

const faultsOf = (schema: typeof qualifyInput | typeof followUpInput | typeof saveDraftInput, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('qualification', () => {
  test('accepts a complete qualification', () => expect(qualifyInput.parse(qualification)).toEqual(qualification))

  test.each([
    [{ audienceSize: null }, 'audienceSize: required'],
    [{ audienceSize: 'many' }, 'audienceSize: required'],
    [{ categories: [] }, 'categories: required'],
    [{ goals: [] }, 'goals: required'],
    [{ categories: ['astrology'] }, 'categories.0: invalid_option'],
    [{ categories: ['others'] }, 'otherCategory: required'],
    [{ categories: ['others'], otherCategory: ' <> ' }, 'otherCategory: required'],
    [{ categories: ['others'], otherCategory: '\u2800\u200B' }, 'otherCategory: required'],
    [{ otherCategory: 'x'.repeat(maxTextLength * 4 + 1) }, 'otherCategory: too_long'],
    [{ ticket: '' }, 'ticket: invalid_ticket'],
    [{ email: 'a'.repeat(255) }, 'email: invalid_email'],
  ])('with %j is rejected: %s', (changes, fault) => {
    expect(faultsOf(qualifyInput, { ...qualification, ...changes })).toContain(fault)
  })
})

describe('follow-up', () => {
  test('accepts a follow-up without any answers', () => {
    const empty = { ...followUp, userTypes: [] }
    expect(followUpInput.parse(empty)).toEqual(empty)
  })

  test('removes duplicate options and sanitizes the text', () => {
    const description = `"${'x'.repeat(maxTextLength + 5)}"`
    const parsed = followUpInput.parse({ ...followUp, userTypes: ['creator', 'other', 'creator'].slice(0, 3), description })
    expect(parsed).toMatchObject({ userTypes: ['creator', 'other'], description: 'x'.repeat(maxTextLength) })
  })

  test('rejects unknown options and more options than exist', () => {
    expect(faultsOf(followUpInput, { ...followUp, niches: ['gambling'] })).toContain('niches.0: invalid_option')
    expect(faultsOf(followUpInput, { ...followUp, userTypes: Array(6).fill('creator') })).toContain('userTypes: invalid_option')
  })
})

test('removes from a draft only what Postgres cannot store', () => {
  const answers = { userTypes: [], niches: [], agentTypes: [], description: 'a\0b \ud83d <"kept"> ' }
  const draft = saveDraftInput.parse({ ticket: 'a ticket', survey: 'follow_up', answers })
  expect(draft.answers).toEqual({ ...answers, description: 'ab \ufffd <"kept"> ' })
})

test('accepts a draft only with the answers of its own survey', () => {
  const answers = { userTypes: [], niches: [], agentTypes: [], description: '' }
  expect(faultsOf(saveDraftInput, { ticket: 'a ticket', survey: 'qualification', answers })).toContain(
    'answers.audienceSize: invalid_option',
  )
  expect(faultsOf(saveDraftInput, { ticket: 'a ticket', survey: 'mood', answers })).toHaveLength(1)
})
