// npm test: runs every lane, some beside each other, and prints the totals. Arguments choose lanes, and files in them:
// npm test -- unit e2e bookmarks. npm test -- changed runs what the uncommitted changes can reach.
// The lanes faults, failover, attack, dev and two-servers run in part. --all runs them in full (npm run test:faults, npm run test:failover,
// npm run test:attack, npm run test:two-servers, npm run test:all).
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { missingForCluster } from '../packages/platform/testing/cluster/packages.mjs'
import { findBrowser } from './browser.mjs'
import { changedLanes } from './lanes/changed.mjs'
import { chosenLanes, runLanes } from './lanes/lanes.mjs'
import { failuresOf, secondsOf, skippedOf } from './lanes/report.mjs'
import { build, install, root, startNode } from './setup.mjs'

const results = join(root, 'test-results')
const wholeSuite = process.argv.includes('--all')
const isChanged = process.argv[2] === 'changed'
const processors = availableParallelism()
/** The number of commits, so that a few successive ones run every fault and attack; at random in a tree without its history. */
const commits = Number(spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout)
const sampleSeed = String(commits || randomInt(2 ** 31))

const vitest =
  (project, ...options) =>
  (words, write, env) =>
    startNode(
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/lanes/unhandled-errors.mjs',
        `--outputFile=${join(results, `${project.replace('*', '')}.json`)}`,
        ...options,
        ...words,
      ],
      { env, write },
    )

/** The share of a lane that runs alone, however many processors there are. */
const alone = 1_000

/** `share`: the part of two processors that a lane keeps busy, measured; `runLanes` runs lanes beside each other by it. */
const lanes = {
  check: { share: 0.5, run: (_words, write) => startNode(['scripts/checks/check.ts'], { write }) },
  audit: { share: 0.1, run: (_words, write) => startNode(['scripts/checks/audit.ts'], { write }) },
  types: {
    share: 0.5,
    run: async (_words, write) => {
      const calls = ['scripts/checks/check-calls.ts', ...(wholeSuite ? ['--every-order'] : [])]
      return (await startNode(calls, { write })) || startNode(['scripts/checks/check-any.ts'], { write })
    },
  },
  unit: { share: 0.5, run: vitest('unit') },
  // half of the time these wait, for a job, a clock or a database that is unreachable
  database: { share: 0.7, run: vitest('database*', `--maxWorkers=${processors + 1}`) },
  // one file at a time, because these tests measure durations
  faults: {
    share: 0.3,
    needsBuild: true,
    run: (words, write) => {
      if (wholeSuite || words.length > 0) return vitest('faults')(['--no-file-parallelism', ...words], write)
      const seed = process.env.FAULT_SEED ?? sampleSeed
      write(`FAULT_SEED=${seed}: a sample of the faults; the others are skipped\n`)
      return vitest('faults')(['--no-file-parallelism'], write, { FAULT_SEED: seed })
    },
  },
  // Patroni's cluster on this machine; npm test kills its primary once. It measures durations too
  failover: {
    share: 1,
    needsBuild: true,
    run: (words, write) => {
      const missing = missingForCluster()
      if (missing === null) return vitest('failover')(['--no-file-parallelism', ...words], write)
      write(`skipped: failovers of a cluster, which need: ${missing}\n`)
      return null
    },
  },
  component: { share: 1, run: vitest('component*') },
  // one file at a time, because some tests measure response times. The seed determines every random choice
  attack: {
    share: alone,
    needsBuild: true,
    run: (words, write) => {
      const browser = findBrowser()
      if (!browser) return 1
      const seed = process.env.ATTACK_SEED ?? sampleSeed
      write(`ATTACK_SEED=${seed}\n`)
      return vitest('attack')(['--no-file-parallelism', ...words], write, { CHROMIUM_PATH: browser, ATTACK_SEED: seed })
    },
  },
  // DEV_EDITS is the number of edits per kind of file
  dev: {
    share: 1,
    run: (words, write) => {
      const browser = findBrowser()
      return browser ? vitest('dev')(words, write, { CHROMIUM_PATH: browser }) : 1
    },
  },
  e2e: {
    share: 1,
    needsBuild: true,
    run: (words, write) =>
      journeys('one-server', isChanged ? [...words, '--project', 'desktop', '--grep', inEnglish] : words, write),
  },
  // two servers behind nginx on one Postgres, then also with PgBouncer; npm test runs one journey through both
  'two-servers': {
    share: 1,
    needsBuild: true,
    run: async (words, write) => {
      const missing = ['nginx', 'pgbouncer'].filter((program) => !existsSync(join('/usr/sbin', program)))
      if (missing.length > 0) {
        write(`skipped: two servers behind nginx and PgBouncer, which need: apt-get install ${missing.join(' ')}\n`)
        return null
      }
      if (!wholeSuite) return journeys('pooled', words.length > 0 ? words : shortPart, write)
      return (await journeys('two-servers', words, write)) + (await journeys('pooled', words, write))
    },
  },
}

/** A conversation in two tabs, from sign-up and confirmation mail to sign-out. */
const shortPart = ['apps/web/e2e/chat/chat.spec.ts', '--project', 'desktop', '--grep', 'in en, .* with the offline engine']

/** Runs journeys on a site (E2E_SITE in apps/web/e2e/support/data-dir.ts); playwright.config.ts names the report after it. */
function journeys(site, words, write) {
  const browser = findBrowser()
  if (!browser) return 1
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...words]
  return startNode(args, { write, env: { CHROMIUM_PATH: browser, E2E_SITE: site } })
}

/** Reports of lanes whose report has another name. */
const reportsOf = { 'two-servers': wholeSuite ? ['two-servers', 'pooled'] : ['pooled'] }

/** Titles without ", in pt" or "(pt)" at their end. */
const inEnglish = String.raw`^(?!.*\bpt\b)`

const laneNames = Object.keys(lanes)

function readArguments() {
  try {
    const words = process.argv.slice(2)
    if (wholeSuite) process.env.TEST_SCOPE = 'all'
    return chosenLanes(
      words.filter((word) => word !== '--all'),
      lanes,
    )
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

const named = isChanged ? null : readArguments()
await install()
if (!(await build('messages'))) process.exit(1)
const chosen = named ?? changedLanes()
if (isChanged) for (const [name, files] of chosen) console.log([name, ...files].join('\n  '))
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
let skipped = 0
const broken = []
const failures = []
const times = []
const skips = []
const lanesTook = []
const began = Date.now()
const codes = new Map()
const names = [...chosen.keys()].sort((one, other) => laneNames.indexOf(one) - laneNames.indexOf(other))
// beside the first lanes, which need no build
const building = names.some((name) => lanes[name].needsBuild) ? build() : true
await runLanes(
  names.map((name) => ({ name, share: lanes[name].share })),
  {
    // a little more than there is, because lanes pause now and then
    capacity: 1.2 * Math.max(1, processors / 2),
    start: async (name, write) => (lanes[name].needsBuild && !(await building) ? 1 : lanes[name].run(chosen.get(name), write)),
    show: (text) => process.stdout.write(text),
    onEnd: (name, { code, seconds }) => {
      codes.set(name, code)
      lanesTook.push(`${name} ${Math.round(seconds)}`)
      if (code) console.log(`\n── ${name} failed; its output follows ──`)
    },
  },
)
for (const name of names) {
  if (codes.get(name) === null) skipped += 1
  else {
    if (codes.get(name) !== 0) broken.push(name)
    for (const report of reportsOf[name] ?? [name]) count(name, report)
  }
}

/** Adds a lane's results to the totals. A lane without a report (check, audit, types) counts as one test. */
function count(name, reported) {
  const file = join(results, `${reported}.json`)
  if (['check', 'audit', 'types'].includes(name)) return broken.includes(name) ? failed++ : passed++
  if (!existsSync(file)) {
    if (!broken.includes(name)) broken.push(name)
    return
  }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  passed += report.numPassedTests ?? report.stats.expected
  failed += report.numFailedTests ?? report.stats.unexpected
  skipped += report.numPendingTests ?? report.stats.skipped
  times.push(...secondsOf(report, reported))
  skips.push(...skippedOf(report, reported))
  failures.push(
    ...unhandledErrors(file).map((error) => `${reported}: outside the tests\n  ${error}`),
    ...failuresOf(report).map(({ where, why }) => `${reported}: ${where}\n  ${why.split('\n').slice(0, 3).join('\n  ')}`),
  )
}

/** Vitest fails a lane for an error outside its tests; see unhandled-errors.mjs. Playwright has none. */
function unhandledErrors(file) {
  return existsSync(`${file}.errors`) ? JSON.parse(readFileSync(`${file}.errors`, 'utf8')) : []
}

const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
if (slowest.length > 0)
  console.log(`\nThe slowest tests\n${slowest.map(({ seconds, where }) => `  ${seconds.toFixed(1)} s  ${where}`).join('\n')}`)
const reasons = [...new Set(skips)].map((why) => `  ${skips.filter((one) => one === why).length}  ${why}`)
if (reasons.length > 0) console.log(`\nSkipped\n${reasons.join('\n')}`)
console.log(`\n${lanesTook.join(', ')} s: ${((Date.now() - began) / 60_000).toFixed(1)} minutes; the goal of npm test is 15`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}\n${failures.join('\n')}`)
console.log(`\n${passed} passed, ${broken.length > 0 ? Math.max(failed, broken.length) : failed} failed, ${skipped} skipped`)
process.exit(broken.length > 0 ? 1 : 0)
