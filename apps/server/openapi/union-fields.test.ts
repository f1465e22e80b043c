import { expect, test } from 'vitest'
import { withUnionFields } from './union-fields.ts'

const object = (properties: Record<string, object>) => ({ type: 'object', properties, required: Object.keys(properties) })
const nothing = { type: 'null' }
const text = { type: 'string' }

test('adds the fields of all members to a union of objects, nullable where a member has null', () => {
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

test('a field with different types allows anything in the union, and its members keep their types', () => {
  const union = { anyOf: [object({ value: text }), object({ value: { type: 'number' } })] }
  expect(withUnionFields('Event', union)).toEqual({ Event: { ...object({ value: {} }), ...union } })
})

test.each([object({ name: text }), { anyOf: [text, nothing] }, {}])('leaves other schemas unchanged: %j', (schema) => {
  expect(withUnionFields('Answer', schema)).toEqual({ Answer: schema })
})
