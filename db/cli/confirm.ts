import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export type Terminal = { stdin: Readable & { isTTY?: boolean }; stderr: Writable & { isTTY?: boolean } }

export const isTerminal = ({ stdin, stderr }: Terminal): boolean => Boolean(stdin.isTTY && stderr.isTTY)

export async function confirm({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  const prompt = createInterface({ input: stdin, output: stderr, prompt: `${question} [y/N] ` })
  const answer = await new Promise<string>((answered) => {
    prompt.once('line', answered)
    prompt.once('close', () => answered(''))
    prompt.prompt()
  })
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}
