import { expect, test } from 'vitest'
import { withNullableTypes } from './nullable.ts'

test('merges a type and null into one schema with both types, and keeps its description and limits', () => {
  const text = { description: 'A title', anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] }
  expect(withNullableTypes(text)).toEqual({ description: 'A title', type: ['string', 'null'], maxLength: 9 })
  const nullFirst = { anyOf: [{ type: 'null' }, { type: 'number' }] }
  expect(withNullableTypes(nullFirst)).toEqual({ type: ['number', 'null'] })
})

test('rewrites nested schemas in properties, lists and nullable objects, and does not change its input', () => {
  const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] }
  const inside = { type: 'object', properties: { name: nullable, all: { type: 'array', items: nullable } } }
  const given = { anyOf: [inside, { type: 'null' }] }
  const before = structuredClone(given)
  const written = { type: ['string', 'null'] }
  expect(withNullableTypes(given)).toEqual({
    type: ['object', 'null'],
    properties: { name: written, all: { type: 'array', items: written } },
  })
  expect(given).toEqual(before)
})

test.each([
  ['a union without null', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  ['two types and null', { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }],
  ['a reference or null', { anyOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] }],
])('leaves %s unchanged, because a list of types would mean something else', (_name, schema) => {
  expect(withNullableTypes(schema)).toEqual(schema)
})

test('removes null as a default, and keeps other defaults', () => {
  const code = { default: null, anyOf: [{ type: 'string' }, { type: 'null' }] }
  expect(withNullableTypes(code)).toEqual({ type: ['string', 'null'] })
  expect(withNullableTypes({ type: 'integer', default: 0 })).toEqual({ type: 'integer', default: 0 })
})

test('describes fixed values or null as text, and adds the type of fixed values', () => {
  const vote = { description: 'The vote.', anyOf: [{ enum: ['up', 'down'] }, { type: 'null' }] }
  expect(withNullableTypes(vote)).toEqual({ description: 'The vote. One of up, down, or null.', type: ['string', 'null'] })
  expect(withNullableTypes({ enum: ['up', 'down'] })).toEqual({ enum: ['up', 'down'], type: 'string' })
  expect(withNullableTypes({ enum: [1, 2] })).toEqual({ enum: [1, 2] })
})
