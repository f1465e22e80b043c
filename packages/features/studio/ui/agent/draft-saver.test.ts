import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SaveAgentResult } from '../../agent-schema.ts'
import { draftOf } from '../testing.ts'
import { createDraftSaver, type DraftValue } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Saved = DraftValue & { revision: number }

/** Records what is saved, and answers each save when its turn comes. */
function begin(...answers: (SaveAgentResult | Error)[]) {
  const saved: Saved[] = []
  const open: (() => void)[] = []
  const saver = createDraftSaver({
    draft: draftOf(),
    save: (input) =>
      new Promise((resolve, reject) => {
        const answer = answers[saved.length] ?? { error: null, revision: input.revision + 1 }
        saved.push(input)
        open.push(() => (answer instanceof Error ? reject(answer) : resolve(answer)))
      }),
  })
  const answerNext = async () => {
    open.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saver, saved, answerNext }
}

test('saves a moment after the last change, once', async () => {
  const { saver, saved, answerNext } = begin()
  saver.change({ name: 'M' })
  await vi.advanceTimersByTimeAsync(700)
  saver.change({ name: 'Ma' })
  await vi.advanceTimersByTimeAsync(700)
  expect(saved).toHaveLength(0)
  expect(saver.read().status).toBe('unsaved')
  await vi.advanceTimersByTimeAsync(100)
  expect(saver.read().status).toBe('saving')
  await answerNext()
  expect(saver.read().status).toBe('saved')
  expect(saved).toMatchObject([{ name: 'Ma', revision: 3 }])
})

test('saves nothing if nothing differs', async () => {
  const { saver, saved } = begin()
  saver.change({ name: 'Marina’s Duo!' })
  saver.change({ name: 'Marina’s Duo ' })
  expect(saver.read().status).toBe('unsaved')
  await vi.advanceTimersByTimeAsync(800)
  expect(saved).toHaveLength(0)
  expect(saver.read().status).toBe('saved')
})

test('what is typed during a save follows in a save of its own, over the new revision', async () => {
  const { saver, saved, answerNext } = begin()
  saver.change({ profile: { line: 'Bread' } })
  const leaving = saver.flush()
  saver.change({ profile: { description: 'Ask me' } })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(saved).toHaveLength(1)
  await answerNext()
  await answerNext()
  await leaving
  expect(saved).toMatchObject([
    { revision: 3, profile: { line: 'Bread', description: '' } },
    { revision: 4, profile: { line: 'Bread', description: 'Ask me' } },
  ])
  expect(saver.isDirty()).toBe(false)
})

test('a failed save keeps the text, and the next change tries again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { saver, saved, answerNext } = begin(new Error('offline'))
  saver.change({ name: 'Kept' })
  void saver.flush()
  await answerNext()
  expect(saver.read()).toMatchObject({ status: 'failed', value: { name: 'Kept' } })
  expect(saver.isDirty()).toBe(true)
  saver.change({ profile: { line: 'More' } })
  await vi.advanceTimersByTimeAsync(800)
  await answerNext()
  expect(saved[1]).toMatchObject({ name: 'Kept', revision: 3, profile: { line: 'More' } })
  expect(saver.read().status).toBe('saved')
})

const theirs = draftOf({ revision: 7, name: 'Changed there' })

test('after a conflict, the text of this page is saved over the other’s revision', async () => {
  const { saver, saved, answerNext } = begin({ error: 'changed', draft: theirs })
  saver.change({ name: 'Changed here' })
  void saver.flush()
  await answerNext()
  expect(saver.read()).toMatchObject({ status: 'conflict', theirs: { name: 'Changed there' }, value: { name: 'Changed here' } })
  // nothing is saved before the choice
  saver.change({ profile: { line: 'Here' } })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(saved).toHaveLength(1)
  void saver.keepMine()
  await answerNext()
  expect(saved[1]).toMatchObject({ name: 'Changed here', revision: 7, profile: { line: 'Here' } })
  expect(saver.read()).toMatchObject({ status: 'saved', theirs: null })
})

test('after a conflict, the other’s text can be taken over', async () => {
  const { saver, saved, answerNext } = begin({ error: 'changed', draft: theirs })
  saver.change({ name: 'Changed here' })
  void saver.flush()
  await answerNext()
  saver.takeTheirs()
  expect(saver.read()).toMatchObject({ value: { name: 'Changed there' }, theirs: null })
  await saver.flush()
  expect(saved).toHaveLength(1)
})

test('its own save, whose response was lost, is no conflict', async () => {
  const { saver, answerNext } = begin({ error: 'changed', draft: draftOf({ revision: 4, name: 'Mine' }) })
  saver.change({ name: 'Mine' })
  void saver.flush()
  await answerNext()
  expect(saver.read()).toMatchObject({ status: 'saved', theirs: null })
})

test('without a name nothing is saved, and empty questions are left out', async () => {
  const { saver, saved, answerNext } = begin()
  saver.change({ name: ' ', profile: { line: 'Bread' } })
  await saver.flush()
  expect(saver.read().status).toBe('incomplete')
  saver.change({ name: 'Bread', profile: { starters: ['Rye?', ''] } })
  void saver.flush()
  await answerNext()
  expect(saved).toMatchObject([{ name: 'Bread', profile: { starters: ['Rye?'] } }])
})

test('takes over what another tab saved, unless there is something to save here', () => {
  const { saver } = begin()
  saver.offer(theirs)
  expect(saver.read().value.name).toBe('Changed there')
  saver.change({ name: 'Typed' })
  saver.offer(draftOf({ revision: 9, name: 'Later' }))
  expect(saver.read().value.name).toBe('Typed')
})

test('another name asks again whether it is a living person’s; a space does not', async () => {
  const { saver } = begin()
  saver.change({ profile: { person: 'self' } })
  saver.change({ name: 'Marina’s Duo ' })
  expect(saver.read().value.profile.person).toBe('self')
  saver.change({ name: 'Marina' })
  expect(saver.read().value.profile.person).toBeNull()
})
