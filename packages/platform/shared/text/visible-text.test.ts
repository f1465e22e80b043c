import { expect, test } from 'vitest'
import { hasVisibleText } from './visible-text.ts'

const blanks = {
  nothing: '',
  'white space': ' \t\n\u00A0\u2003\u3000',
  'the empty Braille pattern': '\u2800',
  'zero-width spaces and joiners': '\u200B\u200C\u200D\u2060\uFEFF',
  'Hangul fillers': '\u3164\uFFA0\u115F\u1160',
  'soft hyphens': '\u00AD',
  tags: '\u{E0020}\u{E0041}\u{E007F}',
  'combining marks without a base': '\u0301\u0327\u20DD',
  'variation selectors': '\uFE0F\u{E0100}',
  'directional marks': '\u200E\u200F\u202E\u2066',
  'blank hieroglyphs and noteheads': '\u{13441}\u{13442}\u{1D159}',
  'a mixture': '\u2800 \u200B\u0301\u00AD',
}

test.each(Object.entries(blanks))('%s cannot be seen', (_, text) => expect(hasVisibleText(text)).toBe(false))

test.each([
  'a',
  'ß',
  '7',
  '?',
  '…',
  '€',
  '👩\u200D🚀',
  '🇧🇷',
  'e\u0301',
  '李',
  'محمد',
  'สม',
  '\u2800x\u200B',
  '\u2801',
  '🏽',
  '☺️',
])('%j can be seen', (text) => expect(hasVisibleText(text)).toBe(true))
