/**
 * A letter, number, punctuation mark or symbol that leaves a mark on the page. Unicode gives some blanks these categories: Hangul fillers
 * (default ignorable), the empty Braille pattern, the blank hieroglyphs and the musical null notehead.
 */
const visibleCharacter = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Returns false for texts that look empty: only spaces, blanks, format characters or combining marks. */
export const hasVisibleText = (text: string) => visibleCharacter.test(text)
