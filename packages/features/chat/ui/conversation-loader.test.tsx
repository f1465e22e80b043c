import { network } from '@duo/platform/testing/component-setup.ts'
import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
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

test('redirects an operator without a second factor from a conversation to the account page', async () => {
  const needed = () => {
    throw callFailure('second_factor_needed')
  }
  network.use(onQuery('chat', 'conversation', needed), onQuery('chat', 'messages', needed))
  const loading = loadConversation(await pageContext(), '01a1feb3-934f-70e6-b492-000000000001')
  const led: unknown = await loading.catch((error: unknown) => error)
  expect(isRedirect(led) && led.options).toMatchObject({ to: '/account', hash: 'second-factor' })
})
