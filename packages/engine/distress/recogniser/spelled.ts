/** Of the short words, whose neighbours are words of their own: `wand`, `went`, `bill`. */
const slips: Record<string, string> = {
  wnt: 'want',
  wannt: 'want',
  wan: 'want',
  wantt: 'want',
  wanto: 'want to',
  wana: 'wanna',
  kil: 'kill',
  kll: 'kill',
  kiil: 'kill',
  killl: 'kill',
  dieing: 'dying',
  lief: 'life',
  lfe: 'life',
  liv: 'live',
  gona: 'gonna',
  cnt: 'cant',
  dnt: 'dont',
  breath: 'breathe',
  breeth: 'breathe',
  mself: 'myself',
  miself: 'myself',
  keria: 'queria',
  qria: 'queria',
  qeria: 'queria',
  keru: 'quero',
  kero: 'quero',
  qro: 'quero',
  qero: 'quero',
  vo: 'vou',
  q: 'que',
  n: 'nao',
  naum: 'nao',
  hj: 'hoje',
  viida: 'vida',
}

const infinitives = new Set(['mata', 'morre'])
/** Endings that are dropped in a hurry, only after a word that wants an infinitive: `quero me mata`. */
const infinitive =
  /(?<=(?<![a-z])(?:quero|queria|vou|como|de|pra|para|pensando em|posso|mais)(?: me)? )(?:mata|morre|vive)(?![a-z])/g

/** Long enough that one slip makes no other word. */
const targets = [
  'myself',
  'suicide',
  'suicidal',
  'morrer',
  'suicidar',
  'suicidio',
  'desaparecer',
  'swallowed',
  'engoli',
  'breathe',
]

/** Returns a text of plain letters with the usual misspellings of the words that matter mended. */
export function spelled(text: string): string {
  return text
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/(?<=(?<![a-z])(?:want|wanting|wanted|wannt|wnt|need|going|ready|how|ways?) )2(?= [a-z])/g, 'to')
    .replace(/(?<![a-z])(matar|suicidar|enforcar)me(?![a-z])/g, '$1 me')
    .replace(/(?<![a-z])my self(?![a-z])/g, 'myself')
    .split(' ')
    .map((word) => (infinitives.has(word) ? word : (slips[word] ?? near(word))))
    .join(' ')
    .replace(infinitive, (word) => `${word}r`)
}

const near = (word: string): string => targets.find((target) => isOneSlipFrom(word, target)) ?? word

/** One letter left out, doubled or swapped with its neighbour; never another letter, which makes `correr` of `morrer`. */
function isOneSlipFrom(word: string, target: string): boolean {
  if (word === target || word[0] !== target[0] || Math.abs(word.length - target.length) > 1) return false
  if (word.length === target.length - 1) return leavesOut(target, word)
  if (word.length === target.length + 1) return leavesOut(word, target) && /(.)\1/.test(word)
  const at = [...word].findIndex((letter, index) => letter !== target[index])
  return word[at] === target[at + 1] && word[at + 1] === target[at] && word.slice(at + 2) === target.slice(at + 2)
}

/** Whether `longer` without one letter is `shorter`. */
const leavesOut = (longer: string, shorter: string): boolean =>
  [...longer].some((_, index) => longer.slice(0, index) + longer.slice(index + 1) === shorter)
