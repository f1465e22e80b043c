import type { Locale } from '@duo/platform/shared/locale.ts'

const minStemLength = 3

const endings: Record<Locale, RegExp> = {
  en: /(?:ations?|ingly|ments?|ness|ings?|ions?|ors?|ers?|ies|ied|edly|ed|es|ly|al|s|y|e)$/,
  pt: /(?:amentos?|imentos?|amente|mente|acoes|acao|adores|adoras?|ador|edores|edor|idades?|aram|eram|iram|avam|arias?|erias?|irias?|ando|endo|indo|ados?|adas?|idos?|idas?|aste|este|iste|asse|esse|isse|avas?|ias?|iam|oes|aos|ao|ais|ou|eu|iu|ei|ar|er|ir|am|em|as|os|es|is|a|e|i|o|s)$/,
}

/** Returns a rough stem of a lower-case word without accents: `nasceu` and `nascimento` both become `nasc`. */
export function stem(word: string, language: Locale): string {
  const cut = word.slice(0, minStemLength) + word.slice(minStemLength).replace(endings[language], '')
  return language === 'en' ? cut.replace(/([bdgmnprt])\1$/, '$1') : cut
}
