import { parseText } from 'media-captions'
import type { Block } from '../document.ts'
import { hasWords, oneLine } from '../plain-text.ts'
import { RefusedError } from '../refused-error.ts'
import { inParts, noPlace, type Opened } from './format.ts'

/** In seconds: a speaker who pauses so long begins another thought. */
const longPause = 3
/** Of captions without full stops. */
const maxSentenceWords = 50

interface Cue {
  start: number
  end: number
  text: string
}

export async function readSubtitles(text: string): Promise<Opened> {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  const type = /^\s*\uFEFF?WEBVTT/.test(lines) ? 'vtt' : 'srt'
  const { cues } = await parseText(lines, { type, strict: false })
  if (cues.length === 0) throw new RefusedError('broken')
  const spoken = cues.map(({ startTime, endTime, text }) => ({ start: startTime, end: endTime, text: spokenText(text) }))
  return { title: null, pages: null, parts: inParts(sentencesOf(withoutRepeats(spoken))) }
}

/** Without marks of style and of time; a speaker's name comes before what is said. */
const spokenText = (text: string) =>
  text
    .replace(/<v(?:\.[^\s>]{0,100})?\s+([^>]{1,100})>/g, '$1: ')
    .replace(/<[^>]{0,200}>|\{\\[^}]{0,200}\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? ' ')

/** Captions that roll show each line twice: first below, then above the next. */
function withoutRepeats(cues: Cue[]): Cue[] {
  let shown: string[] = []
  return cues.flatMap((cue) => {
    const lines = cue.text.split('\n').map(oneLine).filter(hasWords)
    const fresh = lines.filter((line) => !shown.includes(line))
    shown = lines
    return fresh.length > 0 ? [{ ...cue, text: fresh.join(' ') }] : []
  })
}

/** A sentence begins at the second of the cue that it begins in. */
function* sentencesOf(cues: Cue[]): Generator<Block> {
  let sentence = ''
  let second = 0
  let end = Number.POSITIVE_INFINITY
  const block = (): Block => ({ ...noPlace, headings: [], text: sentence, second: Math.floor(second) })
  for (const cue of cues) {
    if (sentence !== '' && (cue.start - end > longPause || sentence.split(' ').length > maxSentenceWords)) {
      yield block()
      sentence = ''
    }
    for (const part of cue.text.split(/(?<=[.!?…]["”’)]?)\s+(?=\S)/u)) {
      if (sentence === '') second = cue.start
      sentence = sentence === '' ? part : `${sentence} ${part}`
      if (/[.!?…]["”’)]?$/u.test(sentence)) {
        yield block()
        sentence = ''
      }
    }
    end = cue.end
  }
  if (sentence !== '') yield block()
}
