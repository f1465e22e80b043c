const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/**
 * IPTC terms for how content was made. `algorithmic` is "purely by an algorithm not based on any sampled training data". It fits the
 * offline engine, which selects and joins sentences of human-written notes by fixed rules, and our drawings. The composite term
 * `compositeWithTrainedAlgorithmicMedia` would claim a trained model that had no part in them.
 */
export const digitalSource = {
  model: `${vocabulary}trainedAlgorithmicMedia`,
  algorithmic: `${vocabulary}algorithmicMedia`,
} as const

export const isDigitalSource = (term: string) =>
  term.startsWith(vocabulary) && /^[A-Za-z]{1,60}$/.test(term.slice(vocabulary.length))
