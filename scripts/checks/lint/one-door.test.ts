import { expect, it } from 'vitest'
import { refusedLines } from './refused-lines.ts'

it('rejects calls that no compiler checks', () => {
  const lines = [
    "await fetch('/api/trpc/auth.session')",
    'await window.fetch(url, { method })',
    'const page = await fetchWithTimeout(url)',
    'const request = new XMLHttpRequest()',
    "const events = new EventSource('/api/trpc/chat.ask')",
    'navigator.sendBeacon(url, body)',
    'const page = await post(form.action, body)',
    'form.requestSubmit()',
  ]
  expect(refusedLines('one-door.grit', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows the clients', () => {
  expect(
    refusedLines('one-door.grit', [
      'await documentClient.auth.session.query()',
      'await (await api()).auth.erase.mutate({ password })',
      'for await (const event of documentStreams.chat.ask.subscribe(input, {})) show(event)',
    ]),
  ).toEqual([])
})
