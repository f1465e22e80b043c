import { expect, test } from 'vitest'
import type { MailContent } from './mail-layout.tsx'
import { renderMail } from './render-mail.ts'

const content: MailContent = {
  locale: 'en',
  preview: 'Position 51st.',
  heading: 'Your place is kept.',
  paragraphs: ['You are 51st in line.', 'We write when it is your turn.'],
  action: { label: 'Open your link', href: 'https://duo.example/?ref=Q7&lang=en' },
  note: 'The link holds for 24 hours.',
  footer: ['You joined the waitlist.'],
  publicUrl: 'https://duo.example',
}

test('the plain text is in reading order, with the link on a line of its own', async () => {
  const { text } = await renderMail(content)
  expect(text.split('\n')).toEqual([
    'Your place is kept.',
    '',
    'You are 51st in line.',
    '',
    'We write when it is your turn.',
    '',
    'Open your link:',
    'https://duo.example/?ref=Q7&lang=en',
    '',
    'The link holds for 24 hours.',
    '',
    '-- ',
    'You joined the waitlist.',
    'A question? Just reply to this email.',
    'https://duo.example',
    '',
  ])
})

test('the name and the address of the site lead to the home page in the language of the mail', async () => {
  const { html } = await renderMail({ ...content, locale: 'pt' })
  expect([...html.matchAll(/href="(https:\/\/duo\.example\/[^?"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://duo.example/pt',
    'https://duo.example/pt',
  ])
})

test.each([
  ['en', 'Does the link not work? Open https://duo.example/ and type this code:'],
  ['pt', 'O link não funciona? Abra https://duo.example/ e digite este código:'],
] as const)('a code stands below the button and on a line of its own, and is not translated (%s)', async (locale, question) => {
  const action = { label: 'Confirm', href: 'https://duo.example/#t', code: 'ABCD-EFGH-JKMN' }
  const { html, text } = await renderMail({ ...content, locale, action })
  expect(text).toMatch(/^Confirm:\nhttps:\/\/duo\.example\/#t\n\n.*:\nABCD-EFGH-JKMN\n\nThe link holds/m)
  expect(text).toContain(question)
  expect(html).toContain(question)
  expect(html).toMatch(/<span[^>]* translate="no"[^>]*>ABCD-EFGH-JKMN<\/span>/)
})

test('declares the language on the document and on the body, because some clients keep only the body', async () => {
  const { html } = await renderMail({ ...content, locale: 'pt' })
  expect(html).toMatch(/<html[^>]* lang="pt-BR"/)
  expect(html).toMatch(/<body[^>]* lang="pt-BR"/)
})

test('shows all content and escapes markup', async () => {
  const evil = '<img src=x onerror="alert(1)"> & \'co\''
  const escaped = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#x27;co&#x27;'
  const { html } = await renderMail({
    ...content,
    preview: evil,
    heading: evil,
    paragraphs: [evil],
    action: { label: evil, href: 'https://duo.example/?a="><script>' },
    note: evil,
    footer: [evil],
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<script')
  expect(html.split(escaped).length - 1).toBeGreaterThanOrEqual(6)
})

test('a mail without action and note has no button and no gap', async () => {
  const { html, text } = await renderMail({ ...content, action: undefined, note: undefined })
  expect(html).not.toContain('class="action"')
  expect(html).not.toContain('class="muted note"')
  expect(text).toContain('We write when it is your turn.\n\n-- ')
})

test('keeps repeated paragraphs and stays below Gmail’s limit of 102 kB', async () => {
  const { html } = await renderMail({ ...content, paragraphs: ['Again.', 'Again.'] })
  expect(html.match(/Again\./g)).toHaveLength(2)
  expect(html.length).toBeLessThan(20_000)
})
