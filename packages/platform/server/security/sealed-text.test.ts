import { expect, test } from 'vitest'
import { keysFrom, testSecret } from '../../testing/test-keys.ts'
import { seal, unseal } from './sealed-text.ts'

const mine = { purpose: 'codes', owner: 'ana' }

test('a sealed text opens for its purpose and owner only, and is encrypted differently each time', () => {
  const sealed = seal(testSecret, mine, 'JBSWY3DPEHPK3PXP')
  expect(unseal(testSecret, mine, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(seal(testSecret, mine, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  expect(() => unseal(testSecret, { ...mine, owner: 'bia' }, sealed)).toThrow()
  expect(() => unseal(testSecret, { ...mine, purpose: 'other' }, sealed)).toThrow()
  expect(() => unseal(keysFrom('another secret of at least 32 letters'), mine, sealed)).toThrow()
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => unseal(testSecret, mine, changed.toString('base64url'))).toThrow()
})
