import { network } from '@duo/platform/testing/component-setup.ts'
import { isRedirect } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedConversation } from '#chat/schema.ts'
import { type PageContext, usePageContext } from '#shell/ui/pages/page-context.ts'
import { onQuery, renderPart } from '#testing.tsx'
import { openFirst, Page } from './no-conversation-page.tsx'

const conversation = (id: string): ListedConversation => ({
  id,
  title: 'Conversa com Ada',
  question: 'Who are you?',
  agent: { id: '1', slug: 'ada', name: 'Ada', colors: ['#111111', '#222222'] },
  last: 'Ada.',
  updated_at: '2026-03-12T12:00:00Z',
  pinned: false,
  archived: false,
})

async function follow(list: string[], archive: string[]) {
  network.use(
    onQuery('chat', 'list', ({ archived }) => ({ conversations: (archived ? archive : list).map(conversation), cursor: null })),
  )
  const { promise, resolve } = Promise.withResolvers<PageContext>()
  const Part = () => {
    resolve(usePageContext())
    return <Page />
  }
  await renderPart(<Part />)
  return openFirst(await promise).catch((error: unknown) => error)
}

test.each([
  ['the first of the list', ['one', 'two'], ['three']],
  ['the archive, if the list is empty', [], ['one']],
])('leads to %s', async (_, list, archive) => {
  const led = await follow(list, archive)
  expect(isRedirect(led) && led.options).toMatchObject({ to: '/chat/$conversationId', params: { conversationId: 'one' } })
})

test('leads a member without a conversation to the marketplace', async () => {
  expect(await follow([], [])).toBeUndefined()
  expect(screen.getByRole('heading', { name: 'Your conversations' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the marketplace' })).toHaveAttribute('href', '/marketplace')
})
