import { z } from 'zod'
import { cleanText, textMaxLength } from './rules.ts'

/** Changes from one network address. */
export const changeLimit = { name: '__feature__', points: 60, seconds: 60 }

export const addInput = z.object({
  // this maximum comes before the cleaning, which may shorten the text
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

/** `exists`: the member has an item with this text. `full`: they have as many items as one may have. */
export type AddRefusal = 'exists' | 'full'

export type AddResult = { error: null; item: Item } | { error: AddRefusal }
