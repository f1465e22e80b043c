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

export interface FolderSeed {
  kind: string
  folder: string
  mode: SeedMode
  yes: boolean
  dryRun: boolean
  /** The arguments after `npm run seed --`. */
  words: readonly string[]
  database: string
  seed: (folder: string, options: SeedOptions) => Promise<SeedResult>
}

const maxNames = 200

/** Shows a seed's plan, asks, and runs exactly that plan. Resolves to the exit code: 0 done, 1 faulty or declined, 2 no terminal. */
export async function seedFolder(terminal: CliIo, folderSeed: FolderSeed): Promise<number> {
  const { kind, folder, mode, yes, dryRun, seed } = folderSeed
  const end = (code: number, text: string) => {
    terminal[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`)
    return code
  }
  await requireFolder(folder)
  for (;;) {
    const plan = await seed(folder, { mode, accept: () => yes && !dryRun })
    if (!plan.ok) return end(1, faulty(plan.problems, kind))
    if (plan.committed) return end(0, report(plan, kind, done))
    if (dryRun) return end(0, report(plan, kind, planned))
    const { ok: _ok, committed: _committed, ...shown } = plan
    const nothing = !changesAnything(shown)
    if (!nothing) {
      terminal.stdout.write(`${folder} → ${folderSeed.database}\n${report(plan, kind, planned)}\n`)
      if (!(terminal.stdin.isTTY && terminal.stderr.isTTY)) return end(2, confirmationHint(folderSeed))
      if (!(await confirm(terminal, 'Apply these changes?', {}))) return end(1, 'nothing was changed')
    }
    const seeded = await seed(folder, { mode, accept: (now) => isDeepStrictEqual(now, shown) })
    if (!seeded.ok) return end(1, faulty(seeded.problems, kind))
    if (seeded.committed) return end(0, nothing ? report(seeded, kind, done) : `${kind}: done`)
    terminal.stderr.write('nothing was changed: the database has changed since the question; this is the new plan\n')
  }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new Error(`there is no folder ${folder}`)
    throw error
  })
  if (!found.isDirectory()) throw new Error(`${folder} is a file: name its folder`)
}

const faulty = (problems: readonly string[], kind: string) =>
  `seed ${kind}: nothing was changed\n${problems.map((problem) => `  ${problem}`).join('\n')}`

function confirmationHint({ kind, words }: FolderSeed): string {
  const quoted = words.map((word) => (/[^\w./:-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word))
  const command = ['npm run seed --', ...quoted, '--yes'].join(' ')
  return `seed ${kind}: nothing was changed, because there is no terminal for the confirmation. To do it:\n  ${command}`
}

type Verbs = Record<'added' | 'changed' | 'hidden' | 'removed', string>
const planned: Verbs = { added: 'to add', changed: 'to change', hidden: 'to hide', removed: 'to remove' }
const done: Verbs = { added: 'added', changed: 'changed', hidden: 'hidden', removed: 'removed' }

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
    ...(hidden.length > 0 ? ['Hidden agents are no longer offered; existing conversations continue.'] : []),
    ...(kept.length > 0 ? [`${kept.length} not in the folder stay unchanged; --remove removes them.`] : []),
    ...(different.length > 0
      ? [`${different.length} differ in the database and stay unchanged; without --add they change.`]
      : []),
    ...(before && !after
      ? [`From now on a server start does not update the ${kind}; npm run seed -- ${kind} --remove restores those of Duo.`]
      : []),
    ...(after && !before ? [`From now on a server start updates the ${kind} to those bundled with Duo.`] : []),
  ]
}
