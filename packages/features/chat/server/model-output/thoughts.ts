/** What a model has written of a reply so far. `restart`: what was shown before was thought, too. */
export interface ThoughtlessText {
  text: string
  restart: boolean
}

const tag = /<(\/?)(?:think|thinking|thought|thoughts)\s{0,9}>/i

/** Matches what may become a tag with the next piece. */
const unfinishedTag = /<(?:\/?[a-z]{0,9}\s{0,9})$/i

/** How models begin that think without an opening tag, because the template of their prompt contains it. */
const openings = [
  ...['okay', 'ok', 'alright', 'hmm', 'let me', "let's", 'let’s', 'we need', 'we have', 'i need', 'i should', 'i have to'],
  ...['first', 'the user', 'user', 'the question', 'the person', 'so the', 'now the', 'o usuário', 'a pergunta', 'preciso'],
]

const aboutTheTask =
  /\b(?:the user|user[’']s|persona|in character|system prompt|(?:need|have|should|must) (?:to )?(?:answer|respond|reply)|usu[aá]ri[oa]|(?:devo|preciso|tenho de|tenho que) responder)/i

/** Without a word about the task up to here, an opening was the persona's own. */
const doubtLength = 400

function looksLikeThought(written: string): boolean {
  const text = written
    .trimStart()
    .slice(0, 2 * doubtLength)
    .toLowerCase()
  if (unfinishedTag.exec(text)?.index === 0) return true
  const mayBegin = openings.some((opening) => opening.startsWith(text) || text.startsWith(opening))
  return mayBegin && (text.length < doubtLength || aboutTheTask.test(text))
}

/**
 * Removes thoughts that a model writes into its reply: `<think>…</think>`, also unclosed or in pieces, and text that ends in
 * `</think>` without an opening tag. Holds back what begins like such a thought; from a model that `isThinker`, everything.
 */
export function createThoughtFilter(isThinker: boolean) {
  let pending = ''
  let isInside = false
  let isHeld = true
  let hasShown = false
  let hasOrphan = false
  let hasThoughts = false

  /** Without the white space after a thought. */
  const shown = (text: string) => {
    const clean = hasShown || !hasThoughts ? text : text.trimStart()
    if (clean.trim() !== '') hasShown = true
    return clean
  }

  function closeOrphan(): boolean {
    const restart = hasShown
    hasOrphan = true
    hasShown = false
    return restart
  }

  function takeTags(): ThoughtlessText {
    let text = ''
    let restart = false
    for (let found = tag.exec(pending); found; found = tag.exec(pending)) {
      const before = pending.slice(0, found.index)
      pending = pending.slice(found.index + found[0].length)
      const isClosing = found[1] === '/'
      hasThoughts = true
      if (!isInside && isClosing) {
        restart = closeOrphan() || restart
        text = ''
      } else if (!isInside) text += shown(before)
      isInside = !isClosing
      if (isClosing) isHeld = false
    }
    return { text, restart }
  }

  return {
    add(piece: string): ThoughtlessText {
      pending += piece
      const { text, restart } = takeTags()
      if (isInside) {
        pending = unfinishedTag.exec(pending)?.[0] ?? ''
        return { text, restart }
      }
      isHeld &&= !hasShown && (isThinker || looksLikeThought(pending))
      if (isHeld) return { text, restart }
      const rest = unfinishedTag.exec(pending)?.[0] ?? ''
      const free = pending.slice(0, pending.length - rest.length)
      pending = rest
      return { text: text + shown(free), restart }
    },
    /** `isCut`: the model reached its limit, so that a thought may lack its end. */
    end(isCut: boolean): string {
      const rest = pending
      pending = ''
      if (isInside || (isHeld && isCut && (isThinker || looksLikeThought(rest)))) return ''
      return shown(rest)
    },
    /** Whether a thought ended without having begun. */
    hasOrphan: () => hasOrphan,
    hasAny: () => hasThoughts,
  }
}
