import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type EmbeddingBehaviour = 'well' | 'broken' | 'silent' | 'refusing'

interface EmbeddingCall {
  authorization: string | undefined
  model: string
  input: string[]
}

/** Mocks OpenAI's `/embeddings`, deterministically: words of one concept share a direction, every other word has its own. */
export async function startEmbeddingServer(concepts: readonly (readonly string[])[] = []) {
  const calls: EmbeddingCall[] = []
  const open = new Set<ServerResponse>()
  const state = { behaviour: 'well' as EmbeddingBehaviour, dimensions: 256 }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string; input: string[] }
    calls.push({ authorization: req.headers.authorization, model, input })
    open.add(res.on('close', () => open.delete(res)))
    const say = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.behaviour === 'silent') return
    if (state.behaviour === 'broken') return say(500, { error: { message: 'The server had an error' } })
    if (state.behaviour === 'refusing') return say(400, { error: { message: 'The text is too long' } })
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    say(200, { object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))

  function vectorOf(text: string): number[] {
    const vector = Array.from({ length: state.dimensions }, () => 0)
    const words = text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? ['']
    for (const word of words) {
      const concept = concepts.findIndex((one) => one.includes(word))
      const weight = concept >= 0 ? 4 : 1
      const seed = createHash('sha256')
        .update(concept >= 0 ? `concept ${concept}` : word)
        .digest()
      for (let i = 0; i < 8; i += 1) {
        const at = seed.readUInt16BE(i * 2) % state.dimensions
        vector[at] = (vector[at] ?? 0) + ((seed[16 + i] ?? 0) % 2 === 0 ? weight : -weight)
      }
    }
    return vector
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    state,
    close: async () => {
      for (const res of open) res.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
