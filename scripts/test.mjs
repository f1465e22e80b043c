// npm test: runs every lane in order and prints the totals. Arguments choose lanes, and files in them: npm test -- unit e2e bookmarks
// The lanes faults, attack, dev and two-servers run in part. --all runs them in full (npm run test:faults, npm run test:attack,
// npm run test:two-servers, npm run test:all).
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { chosenLanes } from './lanes.mjs'
import { failuresOf, journeysThat, secondsOf, skippedOf } from './report.mjs'
import { build, install, root, runNode, runTogether } from './setup.mjs'

const results = join(root, 'test-results')
const wholeSuite = process.argv.includes('--all')
const vitest = (project) => (words, env) =>
  runNode(
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/unhandled-errors.mjs',
      `--outputFile=${join(results, `${project.replace('*', '')}.json`)}`,
      ...words,
    ],
    env,
  )

const lanes = {
  check: () => runNode(['scripts/checks/check.ts']),
  audit: () => runNode(['scripts/checks/audit.ts']),
  types: () =>
    runTogether([['scripts/checks/check-calls.ts', ...(wholeSuite ? ['--every-order'] : [])], ['scripts/checks/check-any.ts']]),
  unit: vitest('unit'),
  database: vitest('database*'),
  component: vitest('component*'),
  // one file at a time, because these tests measure durations
  faults: async (words) => {
    if (!(await build())) return 1
    if (wholeSuite || words.length > 0) return vitest('faults')(['--no-file-parallelism', ...words])
    const seed = process.env.FAULT_SEED ?? String(randomInt(6))
    console.log(`FAULT_SEED=${seed}: a sample of the faults; the others are skipped`)
    return vitest('faults')(['--no-file-parallelism'], { FAULT_SEED: seed })
  },
  // one file at a time, because some tests measure response times. The seed determines every random choice
  attack: async (words) => {
    const browser = (await build()) ? findBrowser() : null
    if (!browser) return 1
    const seed = process.env.ATTACK_SEED ?? String(randomInt(2 ** 31))
    console.log(`ATTACK_SEED=${seed}`)
    return vitest('attack')(['--no-file-parallelism', ...words], { CHROMIUM_PATH: browser, ATTACK_SEED: seed })
  },
  // DEV_EDITS is the number of edits per kind of file
  dev: (words) => {
    const browser = findBrowser()
    return browser ? vitest('dev')(words, { CHROMIUM_PATH: browser }) : 1
  },
  e2e: (words) => journeys('one-server', words),
  // two servers behind nginx on one Postgres, then also with PgBouncer; npm test runs one journey through both
  'two-servers': async (words) => {
    const missing = ['nginx', 'pgbouncer'].filter((program) => !existsSync(join('/usr/sbin', program)))
    if (missing.length > 0) {
      console.log(`skipped: two servers behind nginx and PgBouncer, which need: apt-get install ${missing.join(' ')}`)
      return null
    }
    if (wholeSuite) return (await journeys('two-servers', words)) + (await journeys('pooled', words))
    return journeys('pooled', words.length > 0 ? words : shortPart)
  },
}

/** A conversation in two tabs, from sign-up and confirmation mail to sign-out. */
const shortPart = ['apps/web/e2e/chat/chat.spec.ts', '--project', 'desktop', '--grep', 'in en, .* with the offline engine']

/** Runs journeys on a site (E2E_SITE in apps/web/e2e/support/data-dir.ts); playwright.config.ts names the report after it. */
async function journeys(site, words) {
  if (!(await build())) return 1
  const browser = findBrowser()
  if (!browser) return 1
  return runNode([join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...words], {
    CHROMIUM_PATH: browser,
    E2E_SITE: site,
  })
}

/** Reports of lanes whose report has another name. */
const reportsOf = { 'two-servers': wholeSuite ? ['two-servers', 'pooled'] : ['pooled'] }

const chosen = readArguments()

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

await install()
if (!(await build('messages'))) process.exit(1)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
let skipped = 0
const broken = []
const failures = []
const unsteady = []
const times = []
const skips = []
const lanesTook = []
const began = Date.now()
for (const [name, lane] of Object.entries(lanes)) {
  const words = chosen.get(name)
  if (!words) continue
  const started = Date.now()
  console.log(`\n── ${name} ──`)
  const code = await lane(words)
  if (code === null) skipped += 1
  else {
    if (code !== 0) broken.push(name)
    for (const report of reportsOf[name] ?? [name]) count(name, report)
  }
  const seconds = (Date.now() - started) / 1000
  lanesTook.push(`${name} ${Math.round(seconds)}`)
  console.log(`── ${name}: ${seconds.toFixed(1)} s`)
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
  passed += report.numPassedTests ?? report.stats.expected + report.stats.flaky
  failed += report.numFailedTests ?? report.stats.unexpected
  skipped += report.numPendingTests ?? report.stats.skipped
  unsteady.push(...journeysThat('flaky', report))
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

for (const { where, why } of unsteady) console.log(`\nPassed only on the retry, please fix: ${where}\n  ${why.split('\n')[0]}`)
const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
if (slowest.length > 0)
  console.log(`\nThe slowest tests\n${slowest.map(({ seconds, where }) => `  ${seconds.toFixed(1)} s  ${where}`).join('\n')}`)
const reasons = [...new Set(skips)].map((why) => `  ${skips.filter((one) => one === why).length}  ${why}`)
if (reasons.length > 0) console.log(`\nSkipped\n${reasons.join('\n')}`)
console.log(`\n${lanesTook.join(', ')} s: ${((Date.now() - began) / 60_000).toFixed(1)} minutes; the goal of npm test is 15`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}\n${failures.join('\n')}`)
console.log(`\n${passed} passed, ${broken.length > 0 ? Math.max(failed, broken.length) : failed} failed, ${skipped} skipped`)
process.exit(broken.length > 0 ? 1 : 0)
