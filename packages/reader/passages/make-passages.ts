import type { Block, Passage, SourceBlock } from '../document.ts'
import { placedText, samePath } from './marks.ts'
import { maxWords, sentencesOf, wordCount } from './sentences.ts'

const minWords = 80
/** Where a passage ends if nothing speaks for another place. */
const idealWords = 140

/** What one passage never splits: a sentence, or a line of a list or of code. */
interface Unit extends Block {
  words: number
  /** What divides it from the unit before. */
  before: '' | ' ' | '\n' | '\n\n'
  isHeading: boolean
}

/** Blocks in, passages out as soon as they are complete. */
export interface PassageMaker {
  add: (block: SourceBlock) => Passage[]
  end: () => Passage[]
}

/**
 * Passages of 80 to 200 words that end where the text does: with a section or a page, else with a paragraph, else with a sentence. Short
 * sections of one chapter share a passage, in which the later ones keep their headings.
 */
export function makePassages(): PassageMaker {
  const units: Unit[] = []
  let words = 0
  const cut = (): Passage => {
    const passage = units.splice(0, words > maxWords ? bestEnd(units, words) : units.length)
    words = sum(units)
    return passageOf(passage)
  }
  const flush = (): Passage[] => {
    const passages: Passage[] = []
    while (units.length > 0) passages.push(cut())
    return passages
  }
  return {
    add: (block) => {
      const last = units.at(-1)
      const passages: Passage[] = []
      const isNewSection = last !== undefined && !samePath(last.headings, block.headings)
      const isNewChapter = isNewSection && last.headings[0] !== block.headings[0]
      const standsAlone = block.question !== undefined || last?.question !== undefined
      if (isNewChapter || standsAlone || (isNewSection && words >= minWords)) passages.push(...flush())
      for (const unit of [...(units.length > 0 && isNewSection ? headingUnit(block, last.headings) : []), ...unitsOf(block)]) {
        units.push(unit)
        words += unit.words
        if (words > maxWords + minWords) passages.push(cut())
      }
      return passages
    },
    end: flush,
  }
}

const sum = (units: Unit[]) => units.reduce((words, unit) => words + unit.words, 0)

/** The names of the sections that begin with this block, as a line of the passage that already holds another section. */
function headingUnit(block: Block, previous: string[]): Unit[] {
  const shared = block.headings.findIndex((part, place) => part !== previous[place])
  const text = shared < 0 ? '' : block.headings.slice(shared).join('\n')
  return text === '' ? [] : [{ ...block, text, words: wordCount(text), before: '\n\n', isHeading: true }]
}

const unitsOf = ({ continues = false, ...block }: SourceBlock): Unit[] =>
  block.text.split('\n').flatMap((line, row) =>
    sentencesOf(line).map((text, place) => ({
      ...block,
      text,
      words: wordCount(text),
      // what is spoken has no paragraphs
      before:
        place > 0 || block.second !== null || (continues && row === 0)
          ? (' ' as const)
          : row > 0
            ? ('\n' as const)
            : ('\n\n' as const),
      line: block.line === null ? null : block.line + row,
      isHeading: false,
    })),
  )

/** The number of units in the first passage of more than one passage holds. */
function bestEnd(units: Unit[], total: number): number {
  const longest = total - minWords >= minWords ? Math.min(maxWords, total - minWords) : Math.min(maxWords, total - 1)
  let best = { end: 0, score: Number.NEGATIVE_INFINITY }
  let words = 0
  for (let end = 1; end < units.length; end++) {
    const [last, next] = [units[end - 1], units[end]]
    if (!last || !next) break
    words += last.words
    if (words > maxWords && best.end > 0) break
    if (last.isHeading) continue
    const score = breakWorth(last, next) - Math.abs(words - idealWords) - (words < minWords || words > longest ? 500 : 0)
    if (score > best.score) best = { end, score }
  }
  return best.end || 1
}

/** In words by which a passage may differ from the ideal for the sake of this break. */
function breakWorth(last: Unit, next: Unit): number {
  if (next.isHeading) return 120
  if (next.before === '\n\n') return next.page === last.page ? 50 : 70
  return next.before === '\n' ? 20 : 0
}

function passageOf(units: Unit[]): Passage {
  const question = units[0]?.question
  return { ...placedText(units), ...(question === undefined ? {} : { question }) }
}
