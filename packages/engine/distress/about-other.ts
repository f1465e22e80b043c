import { plainLetters } from './plain-letters.ts'
import { namesOther } from './recogniser/phrases.ts'

const other =
  /^(?:(?:i think|so|and|but|oi|hi|please|acho que|help) )*(?:(?:my|a) (?:best |little |big |older |younger )?(?:friend|mate|sister|brother|cousin|roommate|flatmate|classmate|colleague|student|neighbou?r|niece|nephew|daughter|son|kid)|(?:a |o )?(?:meu|minha|um|uma) (?:melhor )?(?:amig[oa]|irma|irmao|prim[oa]|colega|vizinh[oa]|alun[oa]|filh[oa]|sobrinh[oa]|net[oa]))(?! (?:me|hits? me|bate|raped me))\b/
const self = /\b(?:me|mim|hits? me|bate|comigo)\b/

/** Whether a message of distress is about someone else than its writer. */
export function isAboutOther(message: string): boolean {
  const text = plainLetters(message)
  return namesOther(text) || (other.test(text) && !self.test(text))
}
