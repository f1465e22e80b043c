import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  changesAnything,
  type SeedMode,
  type SeedOptions,
  type SeedPlan,
  type SeedResult,
} from '@duo/platform/server/files/seed-plan.ts'
import { type CliIo, confirm } from '../cli/terminal.ts'

export type Terminal = Pick<CliIo, 'stdin' | 'stdout' | 'stderr'>

export interface FolderSeed {
  /** `agents` or `articles`. */
  kind: string
  folder: string
  mode: SeedMode
  /** Do it without a question. */
  yes: boolean
  /** Show what would be done and do nothing. */
  dryRun: boolean
  /** The words after `npm run seed --` that ask for this. */
  words: readonly string[]
  /** The database, in words. */
  database: string
  seed: (folder: string, options: SeedOptions) => Promise<SeedResult>
}

/** Added and changed names that are listed; more are counted. Who is hidden or removed is always listed. */
const maxNames = 200

/**
 * Shows what a seed from a folder would do, asks, and does exactly that. Resolves with the exit code: 0 done or nothing to do, 1 not
 * done (faulty files, or the answer was no), 2 where there is no terminal to ask at. Throws when the folder or the database cannot be used.
 */
export async function seedFolder(terminal: Terminal, asked: FolderSeed): Promise<number> {
  const { kind, folder, mode, yes, dryRun, seed } = asked
  const end = (code: number, text: string) => {
    terminal[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`)
    return code
  }
  await requireFolder(folder)
  // repeated when the database changes between the question and the answer
  for (;;) {
    const plan = await seed(folder, { mode, accept: () => yes && !dryRun })
    if (!plan.ok) return end(1, faulty(plan.problems, kind))
    if (plan.committed) return end(0, report(plan, kind, done))
    if (dryRun) return end(0, report(plan, kind, planned))
    const { ok: _ok, committed: _committed, ...shown } = plan
    const nothing = !changesAnything(shown)
    if (!nothing) {
      terminal.stdout.write(`${folder} → ${asked.database}\n${report(plan, kind, planned)}\n`)
      if (!(terminal.stdin.isTTY && terminal.stderr.isTTY)) return end(2, confirmationHint(asked))
      if (!(await confirm(terminal, 'Do it?', {}))) return end(1, 'nothing was changed')
    }
    const seeded = await seed(folder, { mode, accept: (now) => isDeepStrictEqual(now, shown) })
    if (!seeded.ok) return end(1, faulty(seeded.problems, kind))
    if (seeded.committed) return end(0, nothing ? report(seeded, kind, done) : `${kind}: done`)
    terminal.stderr.write(
      'nothing was changed: the database is not what it was when you were asked; this is what would happen now\n',
    )
  }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new Error(`there is no folder ${folder}`)
    throw error
  })
  if (!found.isDirectory()) throw new Error(`${folder} is a file: name the folder that it lies in`)
}

const faulty = (problems: readonly string[], kind: string) =>
  `seed ${kind}: nothing was changed\n${problems.map((problem) => `  ${problem}`).join('\n')}`

function confirmationHint({ kind, words }: FolderSeed): string {
  const quoted = words.map((word) => (/[^\w./:-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word))
  const command = ['npm run seed --', ...quoted, '--yes'].join(' ')
  return `seed ${kind}: nothing was changed, because there is no terminal to ask at. This does it:\n  ${command}`
}

type Verbs = Record<'added' | 'changed' | 'hidden' | 'removed', string>
const planned: Verbs = { added: 'to add', changed: 'to change', hidden: 'to hide', removed: 'to remove' }
const done: Verbs = { added: 'added', changed: 'changed', hidden: 'hidden', removed: 'removed' }

/** A plan as lines: every name that changes, then the numbers, then what else there is to know. */
function report(plan: SeedPlan, kind: string, verbs: Verbs): string {
  const what = Object.keys(verbs) as (keyof Verbs)[]
  const names = what.flatMap((key) => {
    const listed = key === 'added' || key === 'changed' ? plan[key].slice(0, maxNames) : plan[key]
    const more = plan[key].length - listed.length
    return [...listed.map((name) => `  ${verbs[key]}: ${name}`), ...(more > 0 ? [`  ${verbs[key]}: ${more} more`] : [])]
  })
  const numbers = what.filter((key) => plan[key].length > 0).map((key) => `${plan[key].length} ${verbs[key]}`)
  const sum = [changesAnything(plan) ? numbers.join(', ') : 'nothing to do', `${plan.unchanged.length} unchanged`].join(', ')
  return [...names, `${kind}: ${sum}`, ...remarks(plan, kind)].join('\n')
}

function remarks({ hidden, kept, different, followsBundled }: SeedPlan, kind: string): string[] {
  const { before, after } = followsBundled
  return [
    ...(hidden.length > 0 ? ['Hidden agents are offered no more; people who talk with them can go on.'] : []),
    ...(kept.length > 0 ? [`${kept.length} not in the folder stay as they are; --remove removes them.`] : []),
    ...(different.length > 0
      ? [`${different.length} are different in the database and stay as they are; without --add they change.`]
      : []),
    ...(before && !after
      ? [
          `From now on a start of the server leaves the ${kind} alone; npm run seed -- ${kind} --remove makes them Duo's own again.`,
        ]
      : []),
    ...(after && !before ? [`From now on a start of the server keeps the ${kind} at what comes with Duo.`] : []),
  ]
}
