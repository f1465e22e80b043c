import { ask, bubbles, expectAnswered, field, lastParagraph } from '../support/chat-journey.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inParts, openConversation, test } from '../support/model.ts'
import { ada, english } from '../words/chat-words.ts'

// desktop and English only; slow, because a silent process counts as dead only after eight seconds
test.slow()
test.use({ callsFail: true })

test('when the server is killed and restarted during a reply, the reply is interrupted, keeps the text read so far, and can be retried', async ({
  page,
  context,
  served,
}) => {
  await openConversation({ page, context, served })
  const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  served.model.queue.push(inParts('The Engine weaves', ' patterns.').answer)
  await ask(page, english, ada, 'What does it do?')
  await expect(lastParagraph(page)).toHaveText('The Engine weaves')
  const stored = async () => {
    const pieces = await served.db
      .selectFrom('chat_chunk as piece')
      .innerJoin('chat_run as run', 'run.reply_id', 'piece.reply_id')
      .where('run.conversation_id', '=', conversationId)
      .orderBy('start')
      .select('text')
      .execute()
    return pieces.map(({ text }) => text).join('')
  }
  await expect.poll(stored).toBe('The Engine weaves')

  await served.kill()
  const down = page.getByText('The connection was lost. The answer continues when it is back.')
  await expect(down).toBeVisible()
  await field(page, english, ada).fill('Half a thought')
  await expect(lastParagraph(page)).toHaveText('The Engine weaves')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)

  await served.restart()
  await expect(page.getByText('Interrupted. What was written is kept; try again for the rest.')).toBeVisible({ timeout: 40_000 })
  await expect(down).toBeHidden()
  await expect(lastParagraph(page)).toHaveText('The Engine weaves')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(field(page, english, ada)).toHaveValue('Half a thought')

  served.model.queue.push({ kind: 'text', pieces: ['It ', 'weaves ', 'patterns.'] })
  await page.getByRole('button', { name: english.retry }).click()
  await expect(lastParagraph(page)).toHaveText('It weaves patterns.')
  await expectAnswered(page, english)
  await expect(page.getByText('Interrupted.')).toBeHidden()
  await expect(bubbles(page)).toHaveCount(2)
  const rows = await served.db
    .selectFrom('chat_message')
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .select(['content', 'status', (eb) => eb('hidden_at', 'is', null).as('shown')])
    .execute()
  expect(rows).toEqual([
    { content: 'What does it do?', status: 'done', shown: false },
    { content: 'The Engine weaves', status: 'interrupted', shown: false },
    { content: 'What does it do?', status: 'done', shown: true },
    { content: 'It weaves patterns.', status: 'done', shown: true },
  ])
  expect(await stored()).toBe('')
})
