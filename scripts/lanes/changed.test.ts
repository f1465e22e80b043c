import { expect, test } from 'vitest'
import { lanesOf } from './changed.mjs'

const lanes = (changed: string[], reached: string[]) => Object.fromEntries(lanesOf(changed, reached))

test('a component runs the tests that import it and the journey of its feature', () => {
  expect(
    lanes(
      ['packages/features/chat/ui/share/share-dialog.tsx'],
      ['[component] packages/features/chat/ui/share/share-dialog.test.tsx'],
    ),
  ).toEqual({
    check: [],
    component: ['packages/features/chat/ui/share/share-dialog.test.tsx'],
    e2e: ['apps/web/e2e/chat/chat-share'],
  })
})

test('of the database tests, which import the whole server, those beside a query run', () => {
  const reached = [
    '[unit] packages/features/contract.test.ts',
    '[database] packages/features/chat/server/ask/ask.db.test.ts',
    '[database-isolated] packages/features/waitlist/server/join/join.db.test.ts',
  ]
  expect(lanes(['packages/features/waitlist/server/join/join-queries.ts'], reached)).toEqual({
    check: [],
    unit: ['packages/features/contract.test.ts'],
    database: ['packages/features/waitlist/server/join/join.db.test.ts'],
    e2e: ['apps/web/e2e/waitlist/join'],
  })
})

test('a text runs the components of its feature, a migration the database tests, a changed journey itself', () => {
  expect(lanes(['packages/features/blog/messages/pt.json'], [])).toMatchObject({ component: ['packages/features/blog/'] })
  expect(lanes(['db/migrations/0071-x.ts'], [])).toEqual({ check: [], database: ['db/'] })
  expect(lanes(['apps/web/e2e/pages/help.spec.ts'], [])).toEqual({ check: [], e2e: ['apps/web/e2e/pages/help.spec.ts'] })
})

test('a changed test runs alone', () => {
  const file = 'packages/features/auth/rules.test.ts'
  expect(lanes([file], [`[unit] ${file}`])).toEqual({ check: [], unit: [file] })
})
