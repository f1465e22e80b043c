import { readFileSync } from 'node:fs'
import { searchIndex } from '@duo/engine/search/search-index.ts'
const oos = { en: ['How do I bake a chocolate cake?','Who is the president of Brazil?','what is the capital of australia','how tall were you','Do you like pineapple on pizza?','who won the world cup in 2022','What is your opinion on Bitcoin?','recommend me a good netflix series','what is the best phone to buy','how do I fix my car engine','write a poem about my cat','what did you eat for breakfast','who painted guernica','how do vaccines against covid work','what is the weather tomorrow','did you know albert einstein','what do you think about tiktok','how do I lose weight','explain quantum computing','what is the population of japan','translate hello to french','do you play football','what is your favourite colour','what is the distance to the moon','how many planets are there','tell me about the roman empire','who wrote hamlet','is there life on mars','what is a black hole','what is the meaning of the word serendipity','can you book me a flight','what is the price of gold','how do airplanes fly','tell me about napoleon','do aliens exist','what is photosynthesis','how do i learn to swim','best restaurants in paris','who is taylor swift','how old is the universe'],
 pt: ['me passa uma receita de lasanha','quem é o presidente do brasil','qual a capital da austrália','quanto você media','você gosta de abacaxi na pizza?','quem ganhou a copa de 2022','o que acha do bitcoin','me indica uma série boa','qual o melhor celular pra comprar','como conserto o motor do carro','escreve um poema sobre meu gato','o que você comeu no café da manhã','quem pintou guernica','como funciona a vacina da covid','vai chover amanhã?','você conheceu o einstein','o que acha do tiktok','como faço pra emagrecer','explica computação quântica','qual a população do japão','traduz olá pro francês','você joga futebol?','qual sua cor favorita','qual a distância até a lua','quantos planetas existem','fala do império romano','quem escreveu hamlet','tem vida em marte?','o que é um buraco negro','o que significa serendipidade','reserva um voo pra mim','qual o preço do ouro','como os aviões voam','fala do napoleão','existem alienígenas?','o que é fotossíntese','como aprendo a nadar','melhores restaurantes de paris','quem é anitta','qual a idade do universo'] }
const q = (a: number[], x: number) => a.toSorted((a, b) => a - b)[Math.min(a.length - 1, Math.floor(a.length * x))]?.toFixed(2)
for (const l of ['en', 'pt'] as const) {
  const right: number[] = [], wrong: number[] = [], neg: [number, string][] = []
  for (const slug of (process.env.SLUGS ?? 'ada-lovelace,leonardo-da-vinci').split(',')) {
    const p = JSON.parse(readFileSync(`${process.env.SEEDS ?? '/tmp/seedmix'}/${slug}.json`, 'utf8'))
    const items: any[] = [], held: any[] = []; const full: any[] = []
    for (const n of p[l].notes) {
      const note = { key: n.key, text: [n.title, ...n.terms, ...n.questions, n.text].join(' '), wordings: [n.title, ...n.questions] }
      items.push(note); full.push(note)
      for (const f of n.facts ?? []) { const asks = f.asks.filter((_: any, i: number) => i !== 1); items.push({ key: n.key, text: [...asks, f.text].join(' '), wordings: asks }); full.push({ key: n.key, text: [...f.asks, f.text].join(' '), wordings: f.asks }); if (f.asks[1]) held.push({ q: f.asks[1], key: n.key }) }
    }
    const ix = searchIndex(items, l), fx = searchIndex(full, l)
    for (const { q, key } of held) { const s = ix.score(q); const m = Math.max(...s); const at = s.indexOf(m); (items[at].key === key ? right : wrong).push(m) }
    for (const x of oos[l]) { const s = fx.score(x); const m = Math.max(...s); neg.push([m, `${slug} ${x} → ${full[s.indexOf(m)].key}`]) }
  }
  console.log(l, 'right', right.length, [.02, .05, .1, .25, .5].map((x) => q(right, x)), 'wrong', wrong.length, [.25, .5, .75].map((x) => q(wrong, x)), 'oos', [.5, .75, .9, .95, 1].map((x) => q(neg.map(([m]) => m), x)))
  console.log(neg.toSorted((a, b) => b[0] - a[0]).slice(0, 12).map(([m, t]) => `${m.toFixed(2)} ${t}`).join('\n'))
}
