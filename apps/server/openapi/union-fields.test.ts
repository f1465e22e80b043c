import { expect, test } from 'vitest'
import { withUnionFields } from './union-fields.ts'

const object = (properties: Record<string, object>) => ({ type: 'object', properties, required: Object.keys(properties) })
const nothing = { type: 'null' }
const text = { type: 'string' }

test('a union of objects gets the fields of all members, with null where a member has it', () => {
  const place = object({ position: { type: 'number' } })
  const joined = object({ error: nothing, data: place, isNew: { enum: [true] }, ticket: text })
  const refused = object({ error: { enum: ['full', 'closed'] }, data: nothing, isNew: { enum: [false] } })
  const union = { anyOf: [joined, refused] }
  expect(withUnionFields('Answer', union)).toEqual({
    Answer: {
      type: 'object',
      properties: {
        error: { type: ['string', 'null'] },
        data: { $ref: '#/components/schemas/AnswerData' },
        isNew: { type: 'boolean' },
        ticket: text,
      },
      required: ['error', 'data', 'isNew'],
      anyOf: [joined, refused],
    },
    AnswerData: { ...place, type: ['object', 'null'] },
  })
})

test('a field whose types differ may be anything there, and its members still say what', () => {
  const union = { anyOf: [object({ value: text }), object({ value: { type: 'number' } })] }
  expect(withUnionFields('Event', union)).toEqual({ Event: { ...object({ value: {} }), ...union } })
})

test.each([object({ name: text }), { anyOf: [text, nothing] }, {}])('another schema stays as it is: %j', (schema) => {
  expect(withUnionFields('Answer', schema)).toEqual({ Answer: schema })
})
