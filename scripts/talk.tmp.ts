import { readdirSync, readFileSync } from 'node:fs'
import { indexNotes } from '@duo/engine/search/agent-index.ts'
import { calledAgent } from '@duo/engine/reply/agent-names.ts'
import { composeReply } from '@duo/engine/reply/compose-reply.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { findPassages } from '@duo/engine/search/find-passages.ts'
const folder = process.env.SEEDS ?? 'db/seeds/agents'
const personas = readdirSync(folder).filter((f) => f.endsWith('.json')).map((f) => JSON.parse(readFileSync(`${folder}/${f}`, 'utf8')))
const of = new Map<string, any>()
for (const p of personas) for (const l of ['en', 'pt'] as const) {
  const notes = p[l].notes.map((n: any, place: number) => ({ ...n, place, questions: n.questions ?? [], facts: (n.facts ?? []).map((f: any) => ({ followUps: [], ...f })) }))
  const vocabulary = [...new Set(notes.flatMap((n: any) => plainWords([n.title, ...n.terms, ...n.questions, n.text].join(' '))))].filter((w: any) => w.length > 3)
  of.set(`${p.slug} ${l}`, { notes: indexNotes(notes, l), voice: { name: p.name, voice: p[l].voice, starters: p[l].starters, vocabulary } })
}
export const knowledge: any = {
  findVoice: async (x: any) => of.get(`${x.agentId} ${x.language}`)?.voice,
  getNotes: async (x: any) => of.get(`${x.agentId} ${x.language}`)?.notes,
  listVectors: async () => [],
  listAgents: async (l: any) => personas.map((p) => calledAgent({ id: p.slug, name: p.name, lived: p.lived[l], address: `/marketplace?start=${p.slug}` } as any)),
}
export async function talk(slug: string, language: 'en' | 'pt', turns: string[]) {
  const history: any[] = []; const out: any[] = []
  for (const question of turns) {
    const input: any = { agent: { id: slug }, language, history: [...history], question, messageId: `${slug}${history.length}${question}` }
    const found = await findPassages(knowledge, input)
    const { text, sources } = await composeReply(knowledge, input)
    out.push({ question, text, top: [...found.answers, ...found.near].slice(0, 3).map((p) => `${p.note.key}${p.fact ? '*' : ''} ${p.score.toFixed(2)}`), sources })
    history.push({ role: 'user', content: question }, { role: 'assistant', content: text })
  }
  return out
}
if (process.argv[2]) {
  const sets = JSON.parse(readFileSync(process.argv[2], 'utf8'))
  for (const [slug, language, turns] of sets) {
    console.log(`\n## ${slug} ${language}`)
    for (const { question, text, top } of await talk(slug, language, turns)) console.log(`> ${question}\n${text.replaceAll('\n', ' ')}\n   [${top.join(', ')}]`)
  }
}
