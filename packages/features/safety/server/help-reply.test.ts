import { helpKinds } from '@duo/engine/distress/help-kinds.ts'
import { describe, expect, test } from 'vitest'
import { regions } from '../rules.ts'
import { helpReplyText } from './help-reply.ts'

describe.each(['en', 'pt'] as const)('in %s', (locale) => {
  const replies = [
    'now',
    'over',
    0,
    1,
    2,
    3,
    'where',
    'why',
    'police',
    'secret',
    'unanswered',
    'write',
    'say',
    'friend',
    'fight',
    'leave',
    'refuse',
    'cost',
    'open',
    'you',
    'enough',
    'better',
    'called',
    'thanks',
  ] as const

  test.each(helpKinds)('every reply about %s is whole in every region', (kind) => {
    for (const region of regions) {
      const texts = replies.map((reply) => helpReplyText(reply, kind, { locale, regions: [region] }))
      for (const text of texts) expect(text).not.toMatch(/\{\w+\}|undefined|null|\(\)/)
    }
  })
})

test('a reply names a way to write for each kind, also where the line of that kind has none', () => {
  for (const kind of helpKinds)
    expect(helpReplyText('write', kind, { locale: 'en', regions: ['gb'] }), kind).toMatch(/\]\((?:sms:|https:)/)
  expect(helpReplyText('write', 'suicide', { locale: 'pt', regions: ['pt'] })).toContain('findahelpline.com')
})
