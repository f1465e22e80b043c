import { replaceLoneSurrogates } from '@duo/platform/shared/text/lone-surrogate.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { z } from 'zod'

export const id = z.uuid('invalid')

/** One line without control characters and marks that turn the direction of text, which could make `cod.exe` look like `exe.doc`. */
export const cleanLine = (typed: string) =>
  replaceLoneSurrogates(typed)
    .replace(/[\p{Bidi_Control}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()

export const cleanText = (typed: string) => replaceLoneSurrogates(typed).replaceAll('\0', '').normalize('NFC').trim()

export const line = (maxLength: number) =>
  z
    .string('text_required')
    .max(maxLength * 4, 'text_too_long')
    .transform(cleanLine)
    .pipe(z.string().refine(hasVisibleText, 'text_required').max(maxLength, 'text_too_long'))

/** Several lines. */
export const paragraphs = (maxLength: number) =>
  z
    .string('text_required')
    .max(maxLength * 2, 'text_too_long')
    .transform(cleanText)
    .pipe(z.string().refine(hasVisibleText, 'text_required').max(maxLength, 'text_too_long'))

export const optionalLine = (maxLength: number) =>
  z
    .string('invalid')
    .max(maxLength * 4, 'text_too_long')
    .transform(cleanLine)
    .pipe(z.string().max(maxLength, 'text_too_long'))

export const optionalParagraphs = (maxLength: number) =>
  z
    .string('invalid')
    .max(maxLength * 2, 'text_too_long')
    .transform(cleanText)
    .pipe(z.string().max(maxLength, 'text_too_long'))
