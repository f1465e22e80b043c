import { expect, test } from 'vitest'
import { codeIn, linkIn } from './pasted-code.ts'

test.each([
  ['AB2C-D3EF-4GHJ', 'AB2C-D3EF-4GHJ'],
  ['ab2cd3ef4ghj', 'ab2cd3ef4ghj'],
  ['Does the link not work? Open https://duo.example/auth/confirm and type this code: AB2C-D3EF-4GHJ', 'AB2C-D3EF-4GHJ'],
  ['O código é AB2C–D3EF–4GHJ.', 'AB2C–D3EF–4GHJ'],
  ['AB2C-D3EF-4GHJ or ZZZZ-ZZZZ-ZZZZ', 'AB2C-D3EF-4GHJ or ZZZZ-ZZZZ-ZZZZ'],
  ['the confirmation', 'the confirmation'],
])('the code in “%s” is %s', (text, code) => expect(codeIn(text)).toBe(code))

test.each([
  ['https://duo.example/pt/auth/confirm#eyJ.a-b.c_d', '/pt/auth/confirm#eyJ.a-b.c_d'],
  ['Confirm: https://duo.example/waitlist#eyJ.a.b)', '/waitlist#eyJ.a.b'],
  ['https://evil.example/waitlist#eyJ.a.b', null],
  ['https://duo.example.evil.example/waitlist#eyJ.a.b', null],
  ['https://duo.example//evil.example/#eyJ.a.b', null],
  ['https://duo.example/waitlist', null],
])('the link in “%s” is %s', (text, link) => expect(linkIn(text, 'https://duo.example')).toBe(link))
