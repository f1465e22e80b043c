/** `[ending, letters that must be left, what takes its place]`, the first that fits. */
type Ending = readonly [ending: string, least: number, instead: string]

const plurals: readonly Ending[] = [
  ['oes', 3, 'ao'],
  ['aes', 2, 'ao'],
  ['ais', 3, 'al'],
  ['eis', 3, 'el'],
  ['ois', 2, 'ol'],
  ['res', 3, 'r'],
  ['ns', 2, 'm'],
  ['zes', 2, 'z'],
  ['s', 3, ''],
]

const nouns: readonly Ending[] = [
  ...['izacao', 'izador', 'idor', 'edor', 'icao', 'ivel', 'idade', 'mente', 'ismo', 'ista', 'inho', 'inha', 'ivo', 'iva'].map(
    (ending): Ending => [ending, 4, ''],
  ),
  ...['acao', 'ador', 'adora', 'amento', 'imento', 'avel', 'agem', 'oso', 'osa', 'eza'].map((ending): Ending => [ending, 3, '']),
  ['ucao', 3, 'u'],
  ['encia', 4, 'ent'],
  ['ancia', 4, 'ant'],
]

const verbs: readonly Ending[] = (
  'ariamos eriamos iriamos assemos essemos issemos aremos eremos iremos avamos iamos ariam eriam iriam assem essem issem aram eram iram ' +
  'arao erao irao avam ando endo indo ado ada ido ida aria eria iria asse esse isse amos emos imos aste este iste arem erem irem ava iam ' +
  'ara era ira ar er ir am em ou eu iu ei ia'
)
  .split(' ')
  .map((ending): Ending => [ending, 3, ''])

const cut = (word: string, endings: readonly Ending[]): string | null => {
  const found = endings.find(([ending, least]) => word.endsWith(ending) && word.length - ending.length >= least)
  return found ? word.slice(0, -found[0].length) + found[2] : null
}

/**
 * Returns the stem of a lower-case Portuguese word without accents, in steps as by Orengo and Huyck (2001): the plural, then the ending of a
 * noun or of a verb, then the last vowel. At least three letters are left, so that “comando”, “comer” and “como” stay apart.
 */
export function portugueseStem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word
  const single = cut(word, plurals) ?? word
  const stem = cut(single, nouns) ?? cut(single, verbs) ?? single
  const bare = stem.length > 3 ? stem.replace(/[aeio]$/, '') : stem
  return bare.replace(/gu$/, 'g').replace(/qu$/, 'c')
}
