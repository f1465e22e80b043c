import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { MarkdownText } from './markdown.tsx'
import { shortWords } from './markdown-labels.ts'

const html = (text: string, sources?: Parameters<typeof MarkdownText>[0]['sources']) =>
  render(<MarkdownText text={text} {...(sources !== undefined && { sources })} />).container

describe('an agent’s reply', () => {
  test('renders Markdown: lists, tables, emphasis', () => {
    const page = html('**Bold** and\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |')
    expect(page.querySelector('strong')).toHaveTextContent('Bold')
    expect(page.querySelectorAll('ol > li')).toHaveLength(2)
    expect(page.querySelectorAll('td')).toHaveLength(2)
  })

  test('renders task lists with checkboxes instead of bullets', () => {
    const page = html('- [x] one\n- [ ] two\n\n1. three')
    expect([...page.querySelectorAll('li')].map((item) => item.classList.contains('list-none'))).toEqual([true, true, false])
    expect(page).toHaveTextContent('☑ one ☐ two three')
  })

  test('runs no scripts and loads no resources, whatever it contains', () => {
    const page = html(
      '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="//evil.example"></iframe>\n\n![pixel](https://evil.example/x.png) <style>*{display:none}</style>',
    )
    expect(page.querySelectorAll('script, img, iframe, style, object, link')).toHaveLength(0)
    expect(page.querySelectorAll('[onerror], [style], [src]')).toHaveLength(0)
    // all text is preserved
    expect(page).toHaveTextContent('<script>alert(1)</script>')
    expect(page).toHaveTextContent('[pixel]')
  })

  test.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['http://example.org'],
    ['/account'],
    ['/marketplace'],
    ['/marketplace?start=ada-lovelace&next=/account'],
    ['/en/marketplace?start=ada-lovelace'],
    ['//evil.example'],
    ['https:evil'],
    ['vbscript:x'],
  ])('does not link to %s', (address) => {
    const page = html(`See [this](${address}) now.`)
    expect(page.querySelector('a')).toBeNull()
    expect(page).toHaveTextContent('See this now.')
  })

  test('links to other sites and mailboxes without a referrer', () => {
    const page = html('[notes](https://example.org/a?b=c) and [mail](mailto:ana@example.org) and https://example.org/bare')
    const links = [...page.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.org/a?b=c',
      'mailto:ana@example.org',
      'https://example.org/bare',
    ])
    for (const link of links) expect(link.rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer', 'nofollow']))
  })

  test('links to other personas of the marketplace', () => {
    const page = html('[Ada](/marketplace?start=ada-lovelace) or [Ada](/pt/marketplace?start=ada-lovelace)')
    const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/marketplace?start=ada-lovelace', '/pt/marketplace?start=ada-lovelace'])
  })

  test('renders 100,000 characters whole, and survives broken Unicode', () => {
    const long = `${'a word '.repeat(15_000)}<script>`
    expect(html(long)).toHaveTextContent(long)
    expect(html('x \uD83D y \uFFFD z \u0000 end')).toHaveTextContent(/end$/)
  })

  test('keeps its headings out of the page’s outline', () => {
    expect(html('# Big\n\n###### small').querySelectorAll('h1, h2, h3, h4, h5, h6')).toHaveLength(0)
  })
})

describe('citations', () => {
  const source = { title: 'Cards', source: 'Notes, 1843' }
  const buttons = (page: HTMLElement) => [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))

  test('are buttons up to the number of sources, and plain text beyond it, in code and in links', () => {
    const page = html('It weaves [1], **counts[2]**, and adds[3]. `cards[1]` [see [1] there](https://example.org)', [
      source,
      source,
    ])
    expect(buttons(page)).toEqual(['Source 1', 'Source 2'])
    expect(page).toHaveTextContent('It weaves1, counts2, and adds[3]. cards[1] see [1] there')
  })

  test('say in which language a quotation is', () => {
    const page = html('> Weave the pattern.[1]\n\n> Teça o desenho.[2]\n\n> No source.', [
      { ...source, language: 'en' },
      { ...source, language: 'pt' },
    ])
    expect([...page.querySelectorAll('blockquote')].map((quotation) => quotation.lang)).toEqual(['en', 'pt', ''])
  })

  test('are plain numbers while the reply is running', () => {
    const page = html('It weaves[1].', null)
    expect(buttons(page)).toEqual([])
    expect(page.querySelector('sup')).toHaveTextContent('1')
  })

  test('do not affect Markdown footnotes', () => {
    expect(html('As said[^1].\n\n[^1]: Here.', [source]).querySelector('sup')).toHaveTextContent('1')
  })
})

test('truncates words of more than 8,000 characters, and no shorter ones', () => {
  expect(shortWords(`a ${'b'.repeat(8_000)} c`)).toBe(`a ${'b'.repeat(8_000)} c`)
  expect(shortWords(`a ${'b'.repeat(9_234)} c`)).toBe(`a ${'b'.repeat(8_000)} [… 1,234 more characters] c`)
})
