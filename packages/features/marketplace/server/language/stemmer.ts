import type { Locale } from '@duo/platform/shared/locale.ts'

/** Letters that no ending takes away. */
const kept = 3

/** Endings that forms of one word differ by, longest first. */
const endings: Record<Locale, RegExp> = {
  en: /(?:ations?|ingly|ments?|ness|ings?|ions?|ors?|ers?|ies|ied|edly|ed|es|ly|al|s|y|e)$/,
  pt: /(?:amentos?|imentos?|amente|mente|acoes|acao|adores|adoras?|ador|edores|edor|idades?|aram|eram|iram|avam|arias?|erias?|irias?|ando|endo|indo|ados?|adas?|idos?|idas?|aste|este|iste|asse|esse|isse|avas?|ias?|iam|oes|aos|ao|ais|ou|eu|iu|ei|ar|er|ir|am|em|as|os|es|is|a|e|i|o|s)$/,
}

/** The part of a word (small letters, no accents) that its forms share, roughly: `nasceu` and `nascimento` are both `nasc`. */
export function stem(word: string, language: Locale): string {
  const cut = word.slice(0, kept) + word.slice(kept).replace(endings[language], '')
  // stopped → stop
  return language === 'en' ? cut.replace(/([bdgmnprt])\1$/, '$1') : cut
}
