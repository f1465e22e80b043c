import { z } from 'zod'
import { cleanText, textMaxLength } from './rules.ts'

/** Changes per network address. */
export const changeLimit = { name: '__feature__', points: 60, seconds: 60 }

export const addInput = z.object({
  // checked before cleaning, which may shorten the text
  text: z
    .string('text_required')
    .max(textMaxLength * 2, 'text_too_long')
    .transform(cleanText)
    .pipe(z.string().min(1, 'text_required').max(textMaxLength, 'text_too_long')),
})

export const removeInput = z.object({ id: z.uuid('invalid') })

export interface Item {
  id: string
  text: string
  /** ISO 8601. */
  createdAt: string
}

/** `exists`: the member has an item with this text. `full`: the member has `maxItems` items. */
export type AddRefusal = 'exists' | 'full'

export type AddResult = { error: null; item: Item } | { error: AddRefusal }
