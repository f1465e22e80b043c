import type { ErrorCode } from '@duo/platform/shared/errors.ts'
import { network } from '@duo/platform/testing/component-setup.ts'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { type PageContext, usePageContext } from '../../shell/ui/pages/page-context.ts'
import { callFailure, onQuery, renderPart } from '../../testing.tsx'
import { loadConversation } from './conversation-loader.ts'

async function pageContext(): Promise<PageContext> {
  const { promise, resolve } = Promise.withResolvers<PageContext>()
  const Part = () => {
    resolve(usePageContext())
    return null
  }
  await renderPart(<Part />)
  return promise
}

async function failWith(code: ErrorCode): Promise<unknown> {
  const fail = () => {
    throw callFailure(code)
  }
  network.use(onQuery('chat', 'conversation', fail), onQuery('chat', 'messages', fail))
  return loadConversation(await pageContext(), '01a1feb3-934f-70e6-b492-000000000001').catch((error: unknown) => error)
}

test('redirects an operator without a second factor from a conversation to the account page', async () => {
  const led = await failWith('second_factor_needed')
  expect(isRedirect(led) && led.options).toMatchObject({ to: '/account', hash: 'second-factor' })
})

test('shows the page of a missing conversation', async () => {
  expect(isNotFound(await failWith('not_found'))).toBe(true)
})

test('redirects to the marketplace, which says that the conversation could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const led = await failWith('internal')
  expect(isRedirect(led) && led.options).toMatchObject({ to: '/marketplace', search: { failed: 'conversation' } })
})
