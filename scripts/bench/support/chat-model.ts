// The local model for scripts/bench/chat.ts, in its own process: `node chat-model.ts`. Prints its URL.
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'

export const tokens = (count: number) => Array.from({ length: count }, (_, place) => `${place} `)

export const questions = {
  steady: { question: 'What could the engine do?', count: 200, first: 150, gap: 20 },
  crowd: { question: 'Who was Charles Babbage?', count: 100, first: 500, gap: 100 },
}

if (import.meta.main) {
  const { url } = await startModelServer({
    usual: ({ messages }) => {
      const { count, first, gap } = messages.at(-1)?.content === questions.crowd.question ? questions.crowd : questions.steady
      return { kind: 'text', pieces: tokens(count), first, gap }
    },
  })
  process.stdout.write(`${url}\n`)
}
