// The local model for scripts/bench/chat.ts, in its own process: `tsx chat-model.ts`. Prints its URL.
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'

export const tokens = (count: number) => Array.from({ length: count }, (_, place) => `${place} `)

export const questions = {
  steady: { question: 'What could the engine do?', count: 200, first: 150, gap: 20 },
  brisk: { question: 'What is the analytical engine?', count: 40, first: 150, gap: 20 },
  crowd: { question: 'Who was Charles Babbage?', count: 100, first: 500, gap: 100 },
}

if (import.meta.main) {
  const { url } = await startModelServer({
    usual: ({ messages }) => {
      const lastQuestion = messages.at(-1)?.content
      const { count, first, gap } = Object.values(questions).find(({ question }) => question === lastQuestion) ?? questions.brisk
      return { kind: 'text', pieces: tokens(count), first, gap }
    },
  })
  process.stdout.write(`${url}\n`)
}
