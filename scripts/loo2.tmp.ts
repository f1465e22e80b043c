import { readFileSync, existsSync } from 'node:fs'
import { searchIndex } from '@duo/engine/search/search-index.ts'
for (const slug of ['ada-lovelace', 'leonardo-da-vinci', 'marie-curie','florence-nightingale','luis-gama','sun-tzu']) for (const l of ['en', 'pt'] as const) {
  const p = JSON.parse(readFileSync(`/tmp/seedmix/${slug}.json`, 'utf8'))
  if (!p[l].notes.some((n: any) => n.facts)) continue
  const items: any[] = [], held: any[] = []
  for (const n of p[l].notes) {
    items.push({ key: n.key, text: `${n.title} ${n.terms.join(' ')} ${n.text}`, wordings: [n.title, ...n.questions] })
    for (const f of n.facts ?? []) { const at = items.length; const h = f.asks.length > 3 ? 1 : -1; items.push({ key: n.key, text: `${n.title} ${f.text}`, wordings: f.asks.filter((_: any, i: number) => i !== h) }); if (h >= 0) held.push({ q: f.asks[h], at, key: n.key }) }
  }
  const index = searchIndex(items, l)
  let exact = 0, note = 0, three = 0; const right: number[] = [], wrong: string[] = []
  for (const { q, at, key } of held) { const s = index.score(q); const o = [...s.keys()].sort((a, b) => s[b]! - s[a]!); if (o[0] === at) exact++; if (items[o[0]!].key === key) { note++; right.push(s[o[0]!]!) } else wrong.push(`${q} → ${items[o[0]!].key} ${s[o[0]!]!.toFixed(2)} (${key} ${s[at]!.toFixed(2)})`); if (o.slice(0, 3).some((i) => items[i].key === key)) three++ }
  right.sort((a, b) => a - b)
  console.log(slug, l, held.length, 'exact', (exact / held.length).toFixed(2), 'note', (note / held.length).toFixed(2), 'top3 note', (three / held.length).toFixed(2), 'p5 p10 p25', [0.05, 0.1, 0.25].map((x) => right[Math.floor(right.length * x)]?.toFixed(2)))
  if (process.argv[2]) console.log(wrong.join('\n'))
}
