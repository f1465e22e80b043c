import { expect, test } from 'vitest'
import { meantPath } from './meant-path.ts'

test.each([
  ['/login', '', 'en', '/auth?mode=sign-in'],
  ['/login', '', 'pt', '/pt/auth?mode=sign-in'],
  ['/sign-in', '?next=%2Faccount', 'en', '/auth?mode=sign-in&next=%2Faccount'],
  ['/pt/signin', '', 'en', '/pt/auth?mode=sign-in'],
  ['/signup', '', 'en', '/auth?mode=sign-up'],
  ['/sign-up', '', 'en', '/auth?mode=sign-up'],
  ['/register', '', 'en', '/auth?mode=sign-up'],
  ['/pt/entrar', '', 'en', '/pt/auth?mode=sign-in'],
  ['/entrar', '', 'en', '/pt/auth?mode=sign-in'],
  ['/pt/cadastro', '', 'pt', '/pt/auth?mode=sign-up'],
  ['/home', '?ref=ABC', 'en', '/?ref=ABC'],
  ['/pt/home', '', 'en', '/pt'],
  ['/feed', '', 'en', '/blog/rss.xml'],
  ['/rss', '', 'pt', '/pt/blog/rss.xml'],
  ['/pt/rss.xml', '', 'en', '/pt/blog/rss.xml'],
  ['/.well-known/change-password', '', 'en', '/account#password'],
  ['/.well-known/change-password', '?a=b', 'pt', '/pt/account?a=b#password'],
] as const)('%s%s, asked for in %s, means %s', (path, query, locale, meant) => {
  expect(meantPath(path, query, locale)).toBe(meant)
})

test.each(['/', '/auth', '/pricing', '/log', '/blog/login', '/.well-known/unknown', '/constructor'])('%s is as it is', (path) =>
  expect(meantPath(path, '', 'en')).toBeNull(),
)
