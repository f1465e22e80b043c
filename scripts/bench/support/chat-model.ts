// The local model that scripts/bench/chat.ts asks, in a process of its own: `tsx chat-model.ts`. It prints where it is.
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'

/** Tokens that tell their place, so that one that is lost or in the wrong place is seen. */
export const tokens = (count: number) => Array.from({ length: count }, (_, place) => `${place} `)

/** What is asked, and how it is answered: a real question, because notes are looked for by its words. */
export const questions = {
  steady: { question: 'What could the engine do?', count: 200, first: 150, gap: 20 },
  brisk: { question: 'What is the analytical engine?', count: 40, first: 150, gap: 20 },
  crowd: { question: 'Who was Charles Babbage?', count: 100, first: 500, gap: 100 },
}

if (import.meta.main) {
  const { url } = await startModelServer({
    usual: ({ messages }) => {
      const asked = messages.at(-1)?.content
      const { count, first, gap } = Object.values(questions).find(({ question }) => question === asked) ?? questions.brisk
      return { kind: 'text', pieces: tokens(count), first, gap }
    },
  })
  process.stdout.write(`${url}\n`)
}
