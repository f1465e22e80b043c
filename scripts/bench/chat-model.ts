// The local model that scripts/bench/chat.ts asks, in a process of its own: `tsx chat-model.ts`. It prints where it is.
import { startModelServer } from '@duo/platform/testing/model-server.ts'

/** Tokens that tell their place, so that one that is lost or in the wrong place is seen. */
export const tokens = (count: number) => Array.from({ length: count }, (_, place) => `${place} `)

// a question reads `<tokens> <ms before the first> <ms between>`
if (import.meta.main) {
  const { url } = await startModelServer({
    usual: ({ messages }) => {
      const [count = 0, first = 0, gap = 0] = (messages.at(-1)?.content ?? '').split(' ').map(Number)
      return { kind: 'text', pieces: tokens(count), first, gap }
    },
  })
  process.stdout.write(`${url}\n`)
}
