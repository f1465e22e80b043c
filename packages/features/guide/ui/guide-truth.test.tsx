import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, locales, localizePath } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createAppRouter } from '#client.ts'
import { renderPage } from '#testing.tsx'
import { type GuideText, guideTexts } from '../server/guide-notes.ts'

afterEach(cleanup)

type GuideNote = GuideText['notes'][number]

/** Pages whose whole text is the same for every visitor. */
const rendered = ['/', '/pricing', '/about', '/community', '/privacy', '/terms']

async function textOfPage(path: string, language: Locale): Promise<{ text: string; ids: Set<string> }> {
  await renderPage(createAppRouter, localizePath(path, language), null)
  const ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id))
  const parts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = parts.nextNode(); node; node = parts.nextNode()) texts.push(node.nodeValue ?? '')
  const text = texts.join(' ')
  cleanup()
  return { text, ids }
}

type Message = (inputs: object, options: { locale: Locale }) => unknown

/** The message with its inputs left open, as parts that stand on a page. */
function partsOf(key: string, language: Locale): string[] {
  const messages: Record<string, unknown> = m
  const message = messages[key] as Message | undefined
  expect(message, `no message ${key}`).toBeDefined()
  return String(message?.({}, { locale: language })).split(/undefined|\{\w+\}/)
}

const plain = (text: string) => ` ${plainWords(text).join(' ')} `

/** Capitalized words inside a sentence, words with digits, and what money is about: each must stand where the fact comes from. */
function claimsIn(text: string): string[] {
  const words = text
    .split(/(?<=[.!?:]”?) |“/)
    .flatMap((sentence) =>
      (sentence.match(/[\p{L}\p{N}]+(?:[.,-][\p{L}\p{N}]+)*/gu) ?? []).filter(
        (word, place) => /\d/.test(word) || (place > 0 && /^\p{Lu}\p{L}+/u.test(word)),
      ),
    )
  const money = text.match(/price|take-rate|free\b|credit card|royalt\w+|preço|take rate|de graça|cartão/giu) ?? []
  return [...words, ...money]
}

/** What is not said has words of its own; its names and numbers are checked like any others. */
const saysThatPagesDoNot = /Our pages|Nossas páginas/

const contentWords = (text: string) => plainWords(text).filter((word) => word.length > 4)

test.each(locales)('each fact of the guide stands on the page that it names (%s)', { timeout: 60_000 }, async (language) => {
  const pages = new Map<string, Awaited<ReturnType<typeof textOfPage>>>()
  for (const path of rendered) pages.set(path, await textOfPage(path, language))
  const { notes, pages: names } = guideTexts[language]
  const missing: string[] = []
  for (const note of notes) {
    const rests = note.restsOn.map((key) => partsOf(key, language).join(' ')).join(' ')
    for (const { text, page } of note.facts) {
      const [path = '', hash] = page.split('#')
      const shown = pages.get(path || '/')
      if (hash && shown && !shown.ids.has(hash)) missing.push(`${page}: no such place`)
      if (!(page in names)) missing.push(`${page}: no name`)
      const known = plain(`${shown?.text ?? ''} ${rests} ${Object.values(names).join(' ')}`)
      for (const claim of claimsIn(text))
        if (!known.includes(plain(claim).trimEnd())) missing.push(`${note.key}: “${claim}” in: ${text}`)
      const words = saysThatPagesDoNot.test(text) ? [] : contentWords(text)
      const found = words.filter((word) => known.includes(word.slice(0, 5)))
      if (found.length < words.length * 0.6) missing.push(`${note.key}: too much of it is on no page: ${text}`)
    }
  }
  expect(missing).toEqual([])
})

test.each(locales)('what the notes rest on is still said somewhere (%s)', { timeout: 60_000 }, async (language) => {
  const all: string[] = []
  for (const path of rendered) all.push((await textOfPage(path, language)).text)
  const text = plain(all.join(' '))
  // in mails, on a member's page, on pages with data, or once the take-rate is announced
  const elsewhere = /^(?:waitlist_(?:mail|invite|joined|leave|form)|survey_|site_surveys_|marketplace_|blog_|billing_take_rate_)/
  const gone = guideTexts[language].notes.flatMap(({ restsOn }: GuideNote) =>
    restsOn.filter((key) => !elsewhere.test(key) && !partsOf(key, language).every((part) => text.includes(plain(part).trim()))),
  )
  expect(gone).toEqual([])
})

test('both languages have the same facts, and the texts that a button or a bubble holds', () => {
  const outline = ({ notes }: GuideText) =>
    notes.map(({ key, page, facts }) => ({ key, page, pages: facts.map((fact) => fact.page) }))
  expect(outline(guideTexts.pt)).toEqual(outline(guideTexts.en))
  for (const language of locales) {
    const facts = guideTexts[language].notes.flatMap((note) => note.facts)
    expect(facts.length).toBeGreaterThanOrEqual(60)
    for (const { text, asks } of facts) {
      expect(text.length).toBeLessThanOrEqual(300)
      expect(asks[0]?.length).toBeLessThanOrEqual(80)
    }
  }
})
