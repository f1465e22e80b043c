import { isDatabaseAway } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { listenTo } from '@duo/platform/server/db-listen.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Desk, Pen, StopReason } from '@duo/platform/server/reply-streams.ts'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { storable } from '../../rules.ts'
import { createChunkStore } from './chunk-writer.ts'
import { holdLease } from './process-heartbeat.ts'
import { createRemote } from './remote-streams.ts'
import { abandonRun, channel, greet } from './run-queries.ts'
import { end, grow, newTail, paceOf, read, type Tail } from './stream-buffer.ts'

/**
 * How long a closing process waits for the replies it writes, ms, and then for those it interrupts to be stored as that. Together less than
 * the server gives to all that is under way (apps/server/lifecycle/start.ts).
 */
const closeAfter = 4_000
const interruptWithin = 1_500

/** Time until the end of a reply that could not be stored is stored again, ms, and how often if it is not the database's absence. */
const retryAfter = 300
const faultsAtMost = 5

interface Written {
  ownerId: string
  tail: Tail
  abort: AbortController
  finished: Promise<void>
}

/**
 * The replies that this process writes and those that it shows. Text reaches followers in this process at once, from memory; it reaches
 * Postgres some fifteen times a second, and followers in other processes from there (docs/decisions/0020).
 */
export async function openDesk({
  db,
  pool,
  log,
}: {
  db: Db
  /** Where it listens: its address must not lead through a pooler in transaction mode. */
  pool: Pool
  log: Logger
}): Promise<Desk & { close: () => Promise<void> }> {
  const processId = uuidv7()
  let closed = false
  const here = new Map<string, Written>()
  const abort = (id: string, reason: StopReason) => here.get(id)?.abort.abort(reason)
  const remote = createRemote({ db, log })

  const lease = await holdLease({ db, log, processId, stop: (id) => abort(id, 'stopped'), writes: (id) => here.has(id) })
  const store = createChunkStore({ db, log, processId, isAlone: lease.isAlone, lost: (id) => abort(id, 'lost') })

  const heard = (payload: string) => {
    const [kind, ...ids] = payload.split(' ')
    if (kind === 'hello') lease.met(ids)
    else if (kind === 'stop') for (const id of ids) abort(id, 'stopped')
    else remote.look(ids)
  }
  const listening = await listenTo({ pool, channel, log, heard, renewed: remote.lookAtAll })
  await greet(db, processId)
  const pace = () => paceOf(here.size)

  const begin: Desk['begin'] = ({ id, ownerId }, write, finish) => {
    const tail = newTail(pace)
    const controller = new AbortController()
    const pen = penOf(tail, (start, text) => store.add(id, start, text))
    const finished = write(pen, controller.signal)
      // what is stored now is stored as a whole: no piece of it may come after
      .finally(() => store.drop(id))
      .then((written) => untilStored(() => finish(written)))
      .catch(async (err: unknown) => {
        log.error({ err, reply: id }, 'a reply could not be ended')
        // where this fails too, the lease finds it
        await abandonRun(db, id).catch(() => {})
      })
      .finally(() => {
        store.ended(id)
        here.delete(id)
        end(tail)
      })
    here.set(id, { ownerId, tail, abort: controller, finished })
  }

  /** Tries until the database takes it: only a process that ends gives up, and its replies are ended by another. */
  const untilStored = async (finish: () => Promise<void>) => {
    for (let faults = 0; ; ) {
      try {
        return await finish()
      } catch (err) {
        if (!isDatabaseAway(err)) faults += 1
        if (closed || faults === faultsAtMost) throw err
        log.warn({ err }, 'the end of a reply could not be stored yet')
        await new Promise((again) => setTimeout(again, retryAfter))
      }
    }
  }

  async function* follow(id: string, from: number, signal?: AbortSignal) {
    const written = here.get(id)
    if (written) return yield* read(written.tail, from, signal)
    const tail = remote.take(id)
    try {
      yield* read(tail, from, signal)
    } finally {
      remote.giveBack(id, tail)
    }
  }

  /** Resolves when everything that is written here has ended, or after a while. */
  const ended = (within: number) => {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((done) => {
      timer = setTimeout(done, within)
    })
    const all = Promise.all([...here.values()].map(({ finished }) => finished))
    return Promise.race([all, patience]).finally(() => clearTimeout(timer))
  }

  return {
    processId,
    begin,
    isWriting: ({ id, ownerId }) => here.get(id)?.ownerId === ownerId,
    follow,
    async close() {
      await ended(closeAfter)
      for (const id of here.keys()) abort(id, 'closing')
      await ended(interruptWithin)
      closed = true
      await store.close()
      await remote.close()
      await listening.stop()
      await lease.release()
    },
  }
}

/** Writes at the end of a tail. A surrogate pair whose halves come apart is put together first: half of one cannot be stored. */
function penOf(tail: Tail, store: (start: number, text: string) => void): Pen {
  let half = ''
  return {
    add: (added) => {
      const given = half + added
      half = /[\uD800-\uDBFF]$/.exec(given)?.[0] ?? ''
      const text = storable(half ? given.slice(0, -1) : given)
      if (text === '') return
      store(tail.text.length, text)
      grow(tail, text)
    },
    text: () => tail.text,
  }
}
