// typewriter accents and primes are typed for apostrophes
const quote = String.raw`[\p{Quotation_Mark}\u00b4\u0060\u02bc\u02bb\u2032\u2033]+`
const edgeQuotes = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${quote}|${quote}(?![\p{L}\p{M}\p{N}])`, 'gu')

/**
 * Returns the search as typed, which finds quoted words in a message, and without the quotation marks around words, which people type
 * for an exact search. Apostrophes inside words stay.
 */
export function searchForms(typed: string): string[] {
  const unquoted = typed.replace(edgeQuotes, '').trim()
  return unquoted === '' || unquoted === typed ? [typed] : [typed, unquoted]
}
