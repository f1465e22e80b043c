import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { maxStarterLength } from '../../agent-rules.ts'

interface Topic {
  heading: string | null
  question: string | null
  language: Locale | null
}

/** Headings of parts that say nothing of their subject, and of numbers only. */
const empty =
  /^(?:\P{L}*|(?:chapter|part|section|appendix|page|lesson|cap[ií]tulo|parte|se[cç][aã]o|ap[eê]ndice|p[aá]gina|aula)\P{L}*|contents|index|introduction|introduction|preface|summary|conclusion|sum[aá]rio|[ií]ndice|introdu[cç][aã]o|pref[aá]cio|resumo|conclus[aã]o)$/iu

/** Returns the question to which a heading leads, in the language of its document; null for a heading that says nothing. */
export function topicQuestion({ heading, question, language }: Topic, page: Locale): string | null {
  const text = (question ?? heading ?? '').replace(/^[\d.\s)–-]+/u, '').trim()
  if (text === '' || text.length > maxStarterLength - 30 || empty.test(text)) return null
  if (question !== null || text.endsWith('?')) return text.endsWith('?') ? text : `${text}?`
  return m.studio_topic_question({ topic: text.replace(/[.:;,]+$/u, '') }, { locale: language ?? page })
}
