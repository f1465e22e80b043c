import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export type Terminal = { stdin: Readable & { isTTY?: boolean }; stderr: Writable & { isTTY?: boolean } }

/** Whether there is a person to ask. */
export const isTerminal = ({ stdin, stderr }: Terminal): boolean => Boolean(stdin.isTTY && stderr.isTTY)

/** Asks the person. Anything but y or yes is a no. */
export async function confirm({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  const prompt = createInterface({ input: stdin, output: stderr, prompt: `${question} [y/N] ` })
  const answer = await new Promise<string>((answered) => {
    prompt.once('line', answered)
    prompt.once('close', () => answered('')) // Ctrl-C and Ctrl-D are a no
    prompt.prompt()
  })
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}
