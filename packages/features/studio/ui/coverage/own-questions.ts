import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { maxCorrectedQuestionLength, maxOwnQuestions } from '../../agent-rules.ts'
import type { CoverageQuestion } from '../../agent-schema.ts'

/** The creator's questions of a run, as the field holds them: one per line. */
export const ownText = (questions: readonly CoverageQuestion[]): string =>
  questions
    .filter(({ own }) => own)
    .map(({ question }) => question)
    .join('\n')

/** Returns the questions of the lines; null if they are too many or one is too long. */
export function parseOwnQuestions(text: string): string[] | null {
  const questions = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(hasVisibleText)
  const isTooLong = questions.some((question) => question.length > maxCorrectedQuestionLength)
  return questions.length > maxOwnQuestions || isTooLong ? null : questions
}
