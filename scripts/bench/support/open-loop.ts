import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './table.ts'

const patience = 10_000

const sendEvery = 2

export interface Call extends RequestOptions {
  path: string
  body?: string
}

interface Answer {
  /** 0 for a failed or abandoned call. */
  status: number
  /** From the due time to completion, ms. */
  time: number
  /** Completion, ms since the first call. */
  at: number
}

/**
 * Calls at a constant rate, whatever the response times; autocannon sends the calls of a second in one burst. `goodput` is the 200 responses
 * per second within `seconds`.
 */
export async function openLoop(url: string, rate: number, seconds: number, make: () => Call) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 100_000 })
  const started = performance.now()
  const answers: Promise<Answer>[] = []
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - started) {
    while (answers.length < (elapsed / 1_000) * rate) {
      const due = started + (answers.length / rate) * 1_000
      answers.push(ask(url, agent, make(), due, started))
    }
    await sleep(sendEvery)
  }
  const all = await Promise.all(answers)
  agent.destroy()
  const good = all.filter(({ status }) => status === 200)
  const p99 = percentile(
    good.map(({ time }) => time),
    0.99,
  )
  return { goodput: good.filter(({ at }) => at <= seconds * 1_000).length / seconds, failed: all.length - good.length, p99 }
}

function ask(url: string, agent: Agent, { body, ...options }: Call, due: number, started: number): Promise<Answer> {
  return new Promise((resolve) => {
    const done = (status: number) => {
      const now = performance.now()
      resolve({ status, time: now - due, at: now - started })
    }
    const call = request(url, { ...options, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => done(answer.statusCode ?? 0))
      answer.once('error', () => done(0))
    })
    const late = setTimeout(() => call.destroy(), patience)
    call.once('close', () => clearTimeout(late))
    call.once('error', () => done(0))
    call.end(body)
  })
}
