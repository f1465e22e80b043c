import { describe, expect, test } from 'vitest'
import { maxTextLength } from './rules.ts'
import { followUpInput, qualifyInput, saveDraftInput } from './schema.ts'

const holder = { email: 'ana@example.com', ticket: 'a ticket' }
const qualification = { ...holder, audienceSize: '20000+', categories: ['law'], otherCategory: null, goals: ['sell'] }
const followUp = { ...holder, userTypes: ['creator'], niches: [], agentTypes: [], description: '' }

const faultsOf = (schema: typeof qualifyInput | typeof followUpInput | typeof saveDraftInput, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the qualification', () => {
  test('is taken complete', () => expect(qualifyInput.parse(qualification)).toEqual(qualification))

  test.each([
    [{ audienceSize: null }, 'audienceSize: required'],
    [{ audienceSize: 'many' }, 'audienceSize: required'],
    [{ categories: [] }, 'categories: required'],
    [{ goals: [] }, 'goals: required'],
    [{ categories: ['astrology'] }, 'categories.0: invalid_option'],
    [{ categories: ['others'] }, 'otherCategory: required'],
    [{ categories: ['others'], otherCategory: ' <> ' }, 'otherCategory: required'],
    [{ otherCategory: 'x'.repeat(maxTextLength * 4 + 1) }, 'otherCategory: too_long'],
    [{ ticket: '' }, 'ticket: invalid_ticket'],
    [{ email: 'a'.repeat(255) }, 'email: invalid_email'],
  ])('with %j is refused: %s', (changes, fault) => {
    expect(faultsOf(qualifyInput, { ...qualification, ...changes })).toContain(fault)
  })
})

describe('the follow-up', () => {
  test('may leave every question empty', () => {
    const empty = { ...followUp, userTypes: [] }
    expect(followUpInput.parse(empty)).toEqual(empty)
  })

  test('comes out clean: an option once, the text without quotes, within its cap', () => {
    const description = `"${'x'.repeat(maxTextLength + 5)}"`
    const parsed = followUpInput.parse({ ...followUp, userTypes: ['creator', 'other', 'creator'].slice(0, 3), description })
    expect(parsed).toMatchObject({ userTypes: ['creator', 'other'], description: 'x'.repeat(maxTextLength) })
  })

  test('takes no unknown option and no more options than there are', () => {
    expect(faultsOf(followUpInput, { ...followUp, niches: ['gambling'] })).toContain('niches.0: invalid_option')
    expect(faultsOf(followUpInput, { ...followUp, userTypes: Array(6).fill('creator') })).toContain('userTypes: invalid_option')
  })
})

test('what Postgres cannot store goes, and nothing else of a draft', () => {
  const answers = { userTypes: [], niches: [], agentTypes: [], description: 'a\0b \ud83d <"kept"> ' }
  const draft = saveDraftInput.parse({ ticket: 'a ticket', survey: 'follow_up', answers })
  expect(draft.answers).toEqual({ ...answers, description: 'ab \ufffd <"kept"> ' })
})

test('a draft is one survey with the answers of that one', () => {
  const answers = { userTypes: [], niches: [], agentTypes: [], description: '' }
  expect(faultsOf(saveDraftInput, { ticket: 'a ticket', survey: 'qualification', answers })).toContain(
    'answers.audienceSize: invalid_option',
  )
  expect(faultsOf(saveDraftInput, { ticket: 'a ticket', survey: 'mood', answers })).toHaveLength(1)
})
