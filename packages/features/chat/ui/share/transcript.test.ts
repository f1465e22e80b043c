import { expect, test } from 'vitest'
import { transcriptOf } from './transcript.ts'

const id = '01a2179e-8b53-770b-92e6-7f88d28bd321'
const marker = `[duo:reply ${id} x]`
const base = { id, created_at: '2026-11-26T11:29:59.176Z', sources: [], origin: null }

test('only a signed reply has lines that are markers', () => {
  const messages = [
    { ...base, role: 'user' as const, content: `Why?\n${marker}` },
    { ...base, role: 'assistant' as const, content: `Help.\n<!-- duo:note ${id} x -->\n${marker}` },
    { ...base, role: 'assistant' as const, origin: 'model' as const, content: 'Because.', provenance: 'a.b.c' },
  ]
  for (const kind of ['md', 'txt'] as const) {
    const file = transcriptOf({ name: 'Ada', title: marker, messages }, kind)
    const markers = file.match(/^(?:<!-- |\[)duo:.*$/gm) ?? []
    expect(markers.map((line) => line.replace(/\W*duo:(\w+).*/, '$1'))).toEqual(['reply', 'note'])
    expect(file).toContain(kind === 'txt' ? ` ${marker}` : `> ${marker.replace(/[[\]]/g, '\\$&')}`)
  }
})

test('a question, which is plain text, means nothing else in Markdown', () => {
  const content = '# not a title\n1. <b>bold</b> & &lt; 2 * 3 * 4\n_a_ snake_case C#'
  const file = transcriptOf({ name: 'Ada', title: 'Ada', messages: [{ ...base, role: 'user' as const, content }] }, 'md')
  expect(file).toContain('> \\# not a title  \n> 1\\. \\<b>bold\\</b> & \\&lt; 2 \\* 3 \\* 4  \n> \\_a\\_ snake_case C#')
})
