import { expect, test } from 'vitest'
import { securityPolicy, securityText } from './security-text.ts'

const facts = { contact: 'mailto:security@goduo.example', origin: 'https://goduo.example', now: new Date('2026-11-23T19:30:00Z') }

test('security.txt has the fields of RFC 9116 and expires after half a year', () => {
  expect(securityText(facts)).toBe(`Contact: mailto:security@goduo.example
Expires: 2027-05-22T00:00:00.000Z
Preferred-Languages: en, pt
Canonical: https://goduo.example/.well-known/security.txt
Policy: https://goduo.example/.well-known/security-policy.txt
`)
})

test('without https it has no links, because RFC 9116 requires https', () => {
  expect(securityText({ ...facts, origin: 'http://localhost:3000' })).not.toMatch(/^(?:Canonical|Policy):/m)
})

test('the policy names the contact in both languages', () => {
  const text = securityPolicy(facts.contact)
  expect(text).toContain('Write to security@goduo.example, in English')
  expect(text).toContain('Escreva para security@goduo.example, em português')
})
