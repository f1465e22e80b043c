import { isConnectionError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { createListener } from '@duo/platform/server/listen/db-listen.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { splitLoneSurrogate } from '@duo/platform/shared/text/lone-surrogate.ts'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { toStorableText } from '../../rules.ts'
import type { ReplyRun, ReplyStreams, StopReason } from '../generation/reply-run.ts'
import { createChunkWriter } from './chunk-writer.ts'
import { channel, notifyProcessStarted } from './notification-queries.ts'
import { startHeartbeat } from './process-heartbeat.ts'
import { createRemoteStreams } from './remote-streams.ts'
import { releaseRun } from './run-queries.ts'
import {
  appendToBuffer,
  closeBuffer,
  createStreamBuffer,
  flushIntervalMs,
  readBuffer,
  type StreamBuffer,
} from './stream-buffer.ts'

/** The sum of both, in ms, must stay below the server's shutdown limit (apps/server/lifecycle/start.ts). */
const drainTimeoutMs = 4_000
const interruptTimeoutMs = 1_500

const retryDelayMs = 300
const maxFaults = 5

interface ActiveReply {
  ownerId: string
  buffer: StreamBuffer
  abort: AbortController
  finished: Promise<void>
}

interface ReplyStreamsOptions {
  db: Db
  /** Used for LISTEN, so it must not go through a pooler in transaction mode. */
  pool: Pool
  log: Logger
}

type ClosableReplyStreams = ReplyStreams & { close: () => Promise<void> }

/** Serves local subscribers from memory and others through Postgres, about fifteen times a second (decision 0020). */
export async function createReplyStreams({ db, pool, log }: ReplyStreamsOptions): Promise<ClosableReplyStreams> {
  const processId = uuidv7()
  let isClosed = false
  const activeReplies = new Map<string, ActiveReply>()
  const abort = (id: string, reason: StopReason) => activeReplies.get(id)?.abort.abort(reason)
  const remoteStreams = createRemoteStreams({ db, log })

  const heartbeat = await startHeartbeat({
    db,
    log,
    processId,
    stop: (id) => abort(id, 'stopped'),
    isActive: (id) => activeReplies.has(id),
  })
  const chunkWriter = createChunkWriter({
    db,
    log,
    processId,
    hasNoPeers: heartbeat.hasNoPeers,
    onLeaseLost: (id) => abort(id, 'lease_lost'),
  })

  const onNotification = (payload: string) => {
    const [kind, ...ids] = payload.split(' ')
    if (kind === 'process_started') heartbeat.onPeerJoined(ids)
    else if (kind === 'stop') for (const id of ids) abort(id, 'stopped')
    else remoteStreams.refresh(ids)
  }
  const listener = await createListener({ pool, channel, log, onNotification, onReconnect: remoteStreams.refreshAll })
  await notifyProcessStarted(db, processId)
  const intervalMs = () => flushIntervalMs(activeReplies.size)

  const open: ReplyStreams['open'] = ({ id, ownerId }) => {
    const buffer = createStreamBuffer(intervalMs)
    const controller = new AbortController()
    const { promise: finished, resolve } = Promise.withResolvers<void>()
    activeReplies.set(id, { ownerId, buffer, abort: controller, finished })
    const close = () => {
      chunkWriter.finish(id)
      activeReplies.delete(id)
      closeBuffer(buffer)
      resolve()
    }
    const options = { db, log: log.child({ reply: id, user: ownerId }), chunkWriter, isClosed: () => isClosed, close }
    return createRun({ id, buffer, signal: controller.signal }, options)
  }

  async function* subscribe(id: string, from: number, signal?: AbortSignal) {
    const activeReply = activeReplies.get(id)
    if (activeReply) return yield* readBuffer(activeReply.buffer, from, signal)
    const buffer = remoteStreams.acquire(id)
    try {
      yield* readBuffer(buffer, from, signal)
    } finally {
      remoteStreams.release(id, buffer)
    }
  }

  const drain = (limitMs: number) =>
    settleWithin(
      [...activeReplies.values()].map(({ finished }) => finished),
      limitMs,
    )

  return {
    processId,
    open,
    isActiveFor: ({ id, ownerId }) => activeReplies.get(id)?.ownerId === ownerId,
    subscribe,
    async close() {
      await drain(drainTimeoutMs)
      for (const id of activeReplies.keys()) abort(id, 'shutdown')
      await drain(interruptTimeoutMs)
      isClosed = true
      await chunkWriter.close()
      await remoteStreams.close()
      await listener.stop()
      await heartbeat.release()
    },
  }
}

interface RunOptions {
  db: Db
  log: Logger
  chunkWriter: Pick<ReturnType<typeof createChunkWriter>, 'add' | 'discard'>
  isClosed: () => boolean
  close: () => void
}

function createRun(
  { id, buffer, signal }: { id: string; buffer: StreamBuffer; signal: AbortSignal },
  { db, log, chunkWriter, isClosed, close }: RunOptions,
): ReplyRun {
  let restarted: string | null = null
  const append = createAppend((text) => {
    if (restarted !== null) restarted += text
    else {
      chunkWriter.add(id, buffer.text.length, text)
      appendToBuffer(buffer, text)
    }
  })
  return {
    append,
    text: () => restarted ?? buffer.text,
    restart: () => {
      restarted = ''
    },
    signal,
    async finish(store) {
      await chunkWriter.discard(id) // the final write stores the whole text: no chunk may follow it
      const isOwner = await storeWithRetry(store, { log, isClosed })
      if (!isOwner) log.warn('reply finalized by another process (lease lost)')
      close()
    },
    async release(err) {
      log.error({ err }, 'failed to finalize reply')
      await releaseRun(db, id).catch(() => {})
      close()
    },
  }
}

/** Holds back a lone high surrogate until its other half arrives, because Postgres cannot store it. */
function createAppend(write: (text: string) => void): ReplyRun['append'] {
  let highSurrogate = ''
  return (piece) => {
    const { complete, ...rest } = splitLoneSurrogate(highSurrogate + piece)
    highSurrogate = rest.highSurrogate
    const text = toStorableText(complete)
    if (text !== '') write(text)
  }
}

/** Retries while the database is unreachable, and after other errors up to `maxFaults` attempts. Throws during shutdown. */
async function storeWithRetry(store: () => Promise<boolean>, { log, isClosed }: { log: Logger; isClosed: () => boolean }) {
  for (let faults = 0; ; ) {
    try {
      return await store()
    } catch (err) {
      if (!isConnectionError(err)) faults += 1
      if (isClosed() || faults === maxFaults) throw err
      log.warn({ err }, 'failed to persist reply, will retry')
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

function settleWithin(promises: Promise<void>[], limitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  return Promise.race([Promise.all(promises), timeout]).finally(() => clearTimeout(timer))
}
