import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['Ana <ana@GMAIL.CO>', 'ana@gmail.com'],
  ['ana@hotmal.com', 'ana@hotmail.com'],
  ['ana@hotmail.con.br', 'ana@hotmail.com.br'],
  ['ana@yahoo.com.bt', 'ana@yahoo.com.br'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@uol.con.br', 'ana@uol.com.br'],
  ['josé@gmail.com', 'jose@gmail.com'],
  ['\u0430na@example.com', 'ana@example.com'],
  ['ana@example,com', 'ana@example.com'],
  ['Zoë@outlok.com', 'zoe@outlook.com'],
  ['josé@müller.de', 'jose@müller.de'],
  ['João <joão.conceição@uol.com.br>', 'joao.conceicao@uol.com.br'],
])('for %s suggests %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

test.each([
  'ana@gmail.com',
  'ana@hotmail.fr',
  'ana@yahoo.com.ar',
  'ana@goduo.example',
  'ana@usp.br',
  'ana@gmx.at',
  'ana@gmail',
  'josé',
  'josé@gmail',
  '用户@例子.公司',
  'ана@почта.рф',
  '',
])('suggests nothing for %j', (typed) => expect(suggestEmail(typed)).toBeNull())
