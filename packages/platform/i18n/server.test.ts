import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { type Locale, locales } from '../shared/locale.ts'
import { getLocale } from './locale.ts'
import { m } from './messages.ts'
import { withLocale } from './server.ts'

const home = { en: 'Go to the home page', pt: 'Ir para a página inicial' }
const pick = (i: number): Locale => locales[Math.abs(Math.trunc(Math.sin(i) * 100)) % 2] ?? 'en'

async function read(i: number): Promise<string[]> {
  const texts: string[] = [m.ui_failure_home()]
  for (let step = 0; step < 5; step++) {
    await (i % 3 === 0 ? setTimeout((i * 7) % 5) : i % 3 === 1 ? setImmediate() : Promise.resolve())
    texts.push(m.ui_failure_home(), home[getLocale()])
  }
  return texts
}

describe('request language', () => {
  it('does not leak between 600 interleaved requests', async () => {
    const seen = await Promise.all(Array.from({ length: 600 }, (_, i) => withLocale(pick(i), () => read(i))))
    expect(new Set(seen.map((_, i) => pick(i))).size).toBe(2)
    seen.forEach((texts, i) => {
      expect(new Set(texts), `request ${i}`).toEqual(new Set([home[pick(i)]]))
    })
    expect(getLocale()).toBe('en')
  })

  it('is inherited by asynchronous work, and a nested language ends with its own scope', async () => {
    const later = await withLocale('pt', async () => {
      const inner = withLocale('en', () => read(1))
      return { before: m.ui_failure_home(), inner: new Set(await inner), after: m.ui_failure_home() }
    })
    expect(later).toEqual({ before: home.pt, inner: new Set([home.en]), after: home.pt })
  })

  it('yields to an explicit language, as in e-mails', () => {
    expect(m.ui_failure_home({}, { locale: 'pt' })).toBe(home.pt)
    expect(withLocale('pt', () => m.ui_failure_home({}, { locale: 'en' }))).toBe(home.en)
  })

  it('is shared with a second copy of the module, as in another bundle', async () => {
    vi.resetModules()
    const second = await import('./server.ts')
    const { m: secondMessages } = await import('./messages.ts')
    expect(second.withLocale).not.toBe(withLocale)
    expect(secondMessages).not.toBe(m)
    expect(second.withLocale('pt', () => m.ui_failure_home())).toBe(home.pt)
    expect(withLocale('pt', () => secondMessages.ui_failure_home())).toBe(home.pt)
    expect(withLocale('pt', () => second.withLocale('en', () => getLocale()))).toBe('en')
  })

  it('survives a failing request', async () => {
    await expect(withLocale('pt', () => Promise.reject(new Error(m.ui_failure_home())))).rejects.toThrow(home.pt)
    expect(m.ui_failure_home()).toBe(home.en)
  })
})
