import { expect, test } from 'vitest'
import { CallFailure } from '../../shell/ui/api/document-client.ts'
import { actionErrorText, errorField, errorText, providerText } from './error-messages.ts'

const speak = (lang: string) => {
  document.documentElement.lang = lang
}

test('shows the service’s message for an unknown code', () => {
  expect(errorText({ error: 'newer_than_us', message: 'Said by the service.' })).toBe('Said by the service.')
  expect(errorText({ error: 'constructor', message: 'Said by the service.' })).toBe('Said by the service.')
  expect(errorField('toString')).toBeUndefined()
})

test.each([
  ['en', 58, 'Too many attempts. Wait 58 seconds and try again.'],
  ['en', 600, 'Too many attempts. Wait 10 minutes and try again.'],
  ['pt-BR', 58, 'Tentativas demais. Espere 58 segundos e tente de novo.'],
  ['pt-BR', 3599, 'Tentativas demais. Espere 60 minutos e tente de novo.'],
  ['pt-BR', null, 'Tentativas demais. Espere um momento e tente de novo.'],
])('shows when to retry: %s, %s', (lang, seconds, text) => {
  speak(lang)
  const response = new Response(null, { status: 429, ...(seconds !== null && { headers: { 'Retry-After': String(seconds) } }) })
  const failure = new CallFailure('auth.dispute', response, { appCode: 'too_many_requests' })
  expect(actionErrorText(failure, 'Something failed.')).toBe(text)
})

test.each([
  ['en', 540, /^You asked for this a moment ago\. If there is an account .* You can ask again in 9 minutes\.$/],
  ['en', 50_000, /^You asked for this several times today\. .* You can ask again in 14 hours\.$/],
  ['pt-BR', 600, /^Você pediu isto há pouco\. Se houver uma conta .* daqui a 10 minutos\.$/],
])('says that a mail that is asked for again may be on its way: %s, %s', (lang, seconds, text) => {
  speak(lang)
  const response = new Response(null, { status: 429, headers: { 'Retry-After': String(seconds) } })
  const failure = new CallFailure('auth.requestPasswordReset', response, { appCode: 'mailed_before' })
  expect(actionErrorText(failure, 'Something failed.')).toMatch(text)
})

test.each(['en', 'pt-BR'])('names the provider of an error but never shows its text (%s)', (lang) => {
  speak(lang)
  const codes = ['access_denied', 'email_not_found', 'email_not_confirmed', 'account_not_linked', 'email_does_not_match']
  for (const code of codes) expect(providerText(code, 'linkedin')).toContain('LinkedIn')
  expect(providerText('<b>anything</b>', '<i>anybody</i>')).toBe(
    lang === 'en' ? 'Error signing in with google. Try again.' : 'Erro ao fazer login com google. Tente novamente.',
  )
})
