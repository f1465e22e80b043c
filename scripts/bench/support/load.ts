import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const autocannon = join(import.meta.dirname, '../../../node_modules/autocannon/autocannon.js')

const tickUs = 10_000

export interface Load {
  url: string
  pid: number
  encoding?: string
  /** JSON to post. Without it, the requests are GETs. */
  body?: string
}

/** Loads a server from another process with 32 connections. Returns 2xx responses per second, CPU per response in µs, and p99 in ms. */
export async function load({ url, pid, encoding = 'br', body }: Load, seconds: number) {
  const before = cpuOf(pid)
  const posted = body === undefined ? [] : ['-m', 'POST', '-H', 'content-type=application/json', '-b', body]
  const args = [autocannon, '-c', '32', '-d', String(seconds), '-j', '-H', `accept-encoding=${encoding}`, ...posted, url]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 })
  const cpu = cpuOf(pid) - before
  const {
    '2xx': good,
    duration,
    latency,
    non2xx,
    errors,
  } = JSON.parse(stdout) as {
    '2xx': number
    /** In s. */
    duration: number
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  return { rate: good / duration, cpu: cpu / good, p99: latency.p99, failed: non2xx + errors }
}

export type LoadResult = Awaited<ReturnType<typeof load>>

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * tickUs
}
