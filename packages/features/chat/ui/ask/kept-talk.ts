import { talkPrefix } from '#session/ui/talk-storage.ts'
import type { AskReply } from './use-reply.ts'

/** A question, and its reply once it is whole. */
export interface KeptTurn {
  question: string
  reply: AskReply | null
}

interface KeptTalk {
  turns: readonly KeptTurn[]
  /** In the field. */
  typed: string
}

/** Until the tab closes: Back and a reload find the talk with an agent again. */
const storageKey = (slug: string) => `${talkPrefix}${slug}`

/** A longer talk keeps its end. */
const maxKeptTurns = 30

/** Keeps nothing about a crisis, which another person at the device might read. Does nothing if storage is blocked or full. */
export function keepTalk(slug: string, { turns, typed }: KeptTalk): void {
  const harmless = turns.filter(({ reply }) => !reply?.help).slice(-maxKeptTurns)
  try {
    if (harmless.length === 0 && typed === '') sessionStorage.removeItem(storageKey(slug))
    else sessionStorage.setItem(storageKey(slug), JSON.stringify({ turns: harmless, typed }))
  } catch {
    // the talk is lost with the page
  }
}

const none: KeptTalk = { turns: [], typed: '' }

/** Returns the whole turns. A question whose reply did not arrive is back in the field, where nothing else was typed. */
export function findTalk(slug: string): KeptTalk {
  try {
    const { turns, typed } = (JSON.parse(sessionStorage.getItem(storageKey(slug)) ?? 'null') as KeptTalk | null) ?? none
    const last = turns.at(-1)
    return { turns: turns.filter(({ reply }) => reply !== null), typed: typed || (last?.reply === null ? last.question : '') }
  } catch {
    return none
  }
}
