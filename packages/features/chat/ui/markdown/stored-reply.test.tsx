import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { replyToHtml } from '../../server/markdown/reply-to-html.ts'
import { MarkdownText } from './markdown.tsx'
import { StoredReply } from './stored-reply.tsx'

const sources = [
  { title: 'Radium', source: 'Thesis, 1903', text: 'It glows.' },
  { title: 'Polonium', source: 'Letter, 1898' },
]
const text = 'It **glows**[1], and it is rare [2].\n\n| a | b |\n|---|---|\n| 1 | again[1] |'
const html = replyToHtml({ text, citations: sources.length }) ?? ''

const numbers = () => screen.getAllByRole('button').map((button) => button.textContent)

test('a stored reply’s citations open their sources', async () => {
  render(
    <StrictMode>
      <StoredReply html={html} sources={sources} />
    </StrictMode>,
  )
  expect(numbers()).toEqual(['1', '2', '1'])
  await userEvent.click(screen.getAllByRole('button', { name: 'Source 1' })[1] ?? document.body)
  expect(await screen.findByRole('dialog', { name: 'Radium' })).toHaveTextContent('It glows.')
  await userEvent.keyboard('{Escape}')
  await userEvent.hover(screen.getByRole('button', { name: 'Source 2' }))
  expect(await screen.findByText('Letter, 1898')).toBeVisible()
})

test('a stored reply looks as the same text that the browser parsed', () => {
  const stored = render(<StoredReply html={html} sources={sources} />)
  const parsed = render(<MarkdownText text={text} sources={sources} />)
  const look = (page: HTMLElement) =>
    [...page.querySelectorAll('*')].filter((one) => !one.matches('[data-source]')).map((one) => `${one.tagName} ${one.className}`)
  expect(look(stored.container)).toEqual(look(parsed.container))
  expect(stored.container.textContent.replace(/\s+/g, '')).toBe(parsed.container.textContent.replace(/\s+/g, ''))
})

test('a stored reply of another text shows that text', () => {
  const page = render(<StoredReply key="a" html={html} sources={sources} />)
  page.rerender(<StoredReply key="b" html="<p>Other</p>" sources={[]} />)
  expect(page.container).toHaveTextContent(/^Other$/)
})
