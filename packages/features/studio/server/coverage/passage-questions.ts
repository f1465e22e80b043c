import type { Db } from '@duo/db/index.ts'
import { splitSentences } from '@duo/engine/language/sentences.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { maxStarterLength } from '../../agent-rules.ts'
import { samplePassages } from './coverage-queries.ts'

/** Beginnings of sentences, and the questions to which they reply. `$1` is what the first group has. */
const patterns: Record<Locale, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/^To ((?!the |a |an )\p{Ll}[^,.:;]{6,60}),/u, 'How do I $1?'],
    [/^If (you [^,.:;]{6,70}),/u, 'What if $1?'],
    [/^When (you [^,.:;]{6,70}),/u, 'What happens when $1?'],
    [/^(?:An? |The )?(\p{Lu}?[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+){0,2}) is (?:an?|the) \p{L}/u, 'What is $1?'],
  ],
  pt: [
    [/^Para (\p{Ll}+(?:ar|er|ir|or)\b[^,.:;]{4,60}),/u, 'Como $1?'],
    [/^Se (você [^,.:;]{6,70}),/u, 'E se $1?'],
    [/^Quando (você [^,.:;]{6,70}),/u, 'O que acontece quando $1?'],
    [/^(?:Uma? |[OA] )?(\p{Lu}?[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+){0,2}) é (?:uma?|[oa]) \p{L}/u, 'O que é $1?'],
  ],
}

/** Subjects that point to the sentence before. */
const pointing =
  /^What is (?:this|that|it|there|he|she|which|here|one|example)\b|^O que é (?:isso|isto|ele|ela|este|esta|esse|essa|aqui|exemplo)\b/iu

/** Returns the question to which the first such sentence of a text replies; null if it has none. */
export function questionOf(text: string, language: Locale): string | null {
  for (const sentence of text.split(/\n+/).flatMap(splitSentences))
    for (const [pattern, question] of patterns[language]) {
      const match = pattern.exec(sentence.trim())
      if (!match) continue
      const made = question.replace('$1', () => match[1] ?? '')
      if (made.length <= maxStarterLength && !pointing.test(made)) return made
    }
  return null
}

const looksAt = 20

/** Makes questions of an agent's passages by the form of their sentences, those of different documents first. */
export async function questionsOfPassages(
  db: Db,
  agentId: string,
  { language, count }: { language: Locale; count: number },
): Promise<string[]> {
  const passages = await samplePassages(db, agentId, count * looksAt)
  return [...new Set(passages.flatMap((passage) => questionOf(passage.text, passage.language ?? language) ?? []))].slice(0, count)
}
