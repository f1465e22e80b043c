import { isConnectionError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { createListener } from '@duo/platform/server/db-listen.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { ReplyStreams, ReplyWriter, StopReason } from '@duo/platform/server/reply-streams.ts'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { toStorableText } from '../../rules.ts'
import { createChunkWriter } from './chunk-writer.ts'
import { startHeartbeat } from './process-heartbeat.ts'
import { createRemoteStreams } from './remote-streams.ts'
import { channel, notifyProcessStarted, releaseRun } from './run-queries.ts'
import {
  appendToBuffer,
  closeBuffer,
  createStreamBuffer,
  flushIntervalMs,
  readBuffer,
  type StreamBuffer,
} from './stream-buffer.ts'

/**
 * How long a closing process waits for the replies it writes, ms, and then for those it interrupts to be stored as that. Together less than
 * the server gives to all that is under way (apps/server/lifecycle/start.ts).
 */
const drainTimeoutMs = 4_000
const interruptTimeoutMs = 1_500

/** Time until the end of a reply that could not be stored is stored again, ms, and how often if it is not the database's absence. */
const retryDelayMs = 300
const maxFaults = 5

interface ActiveReply {
  ownerId: string
  buffer: StreamBuffer
  abort: AbortController
  finished: Promise<void>
}

/**
 * The replies that this process writes and those that it shows. Text reaches followers in this process at once, from memory; it reaches
 * Postgres some fifteen times a second, and followers in other processes from there (docs/decisions/0020).
 */
export async function createReplyStreams({
  db,
  pool,
  log,
}: {
  db: Db
  /** Where it listens: its address must not lead through a pooler in transaction mode. */
  pool: Pool
  log: Logger
}): Promise<ReplyStreams & { close: () => Promise<void> }> {
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

  const start: ReplyStreams['start'] = ({ id, ownerId }, write, finish) => {
    const buffer = createStreamBuffer(intervalMs)
    const controller = new AbortController()
    const writer = createReplyWriter(buffer, (start, text) => chunkWriter.add(id, start, text))
    const finished = write(writer, controller.signal)
      // what is stored now is stored as a whole: no piece of it may come after
      .finally(() => chunkWriter.discard(id))
      .then((result) => finishWithRetry(() => finish(result)))
      .catch(async (err: unknown) => {
        log.error({ err, reply: id }, 'a reply could not be ended')
        // where this fails too, the heartbeat finds it
        await releaseRun(db, id).catch(() => {})
      })
      .finally(() => {
        chunkWriter.finish(id)
        activeReplies.delete(id)
        closeBuffer(buffer)
      })
    activeReplies.set(id, { ownerId, buffer, abort: controller, finished })
  }

  /** Tries until the database takes it: only a process that ends gives up, and its replies are ended by another. */
  const finishWithRetry = async (finish: () => Promise<void>) => {
    for (let faults = 0; ; ) {
      try {
        return await finish()
      } catch (err) {
        if (!isConnectionError(err)) faults += 1
        if (isClosed || faults === maxFaults) throw err
        log.warn({ err }, 'the end of a reply could not be stored yet')
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      }
    }
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

  /** Resolves when everything that is written here has ended, or after a while. */
  const drain = (within: number) => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, within)
    })
    const all = Promise.all([...activeReplies.values()].map(({ finished }) => finished))
    return Promise.race([all, timeout]).finally(() => clearTimeout(timer))
  }

  return {
    processId,
    start,
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

/** Writes at the end of a buffer. A surrogate pair whose halves come apart is put together first: half of one cannot be stored. */
function createReplyWriter(buffer: StreamBuffer, writeChunk: (start: number, text: string) => void): ReplyWriter {
  let highSurrogate = ''
  return {
    append: (piece) => {
      const combined = highSurrogate + piece
      highSurrogate = /[\uD800-\uDBFF]$/.exec(combined)?.[0] ?? ''
      const text = toStorableText(highSurrogate ? combined.slice(0, -1) : combined)
      if (text === '') return
      writeChunk(buffer.text.length, text)
      appendToBuffer(buffer, text)
    },
    text: () => buffer.text,
  }
}
