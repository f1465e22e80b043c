// npm test -- changed: the lanes and files that the uncommitted changes can reach, for a developer's minute. The rest needs npm test.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, node, root } from '../setup.mjs'

/** The journey that walks most of a feature in English on a desktop. */
const journeys = {
  account: 'accounts/accounts',
  auth: 'accounts/accounts',
  session: 'accounts/accounts',
  'second-factor': 'accounts/second-factors.spec',
  blog: 'pages/blog',
  chat: 'chat/chat-share',
  consent: 'pages/consent',
  marketplace: 'chat/ask',
  membership: 'waitlist/join',
  safety: 'pages/help',
  shell: 'pages/drawer',
  site: 'pages/pages',
  survey: 'waitlist/join',
  waitlist: 'waitlist/join',
}

/**
 * Returns each lane with its files. `changed` are paths in the project, `reached` lines of `vitest list`: `[project] path`. Nearly every
 * database test imports the whole server, so only those beside a change run.
 */
export function lanesOf(changed, reached) {
  const lanes = new Map([['check', []]])
  const add = (lane, file) => lanes.set(lane, [...new Set([...(lanes.get(lane) ?? []), file])])
  const isBeside = (file) => changed.some((path) => file.startsWith(`${dirname(path)}/`))
  for (const line of reached) {
    const [, lane = '', file = ''] = /^\[(unit|database|component)[^\]]*\] (.+)$/.exec(line) ?? []
    if (lane && (lane !== 'database' || isBeside(file))) add(lane, file)
  }
  for (const path of changed) {
    const [, feature = ''] = /^packages\/features\/([^/]+)\//.exec(path) ?? []
    // texts are compiled into one module, which Vitest does not connect with a feature
    if (/\/messages\/\w+\.json$/.test(path)) add('component', `packages/features/${feature}/`)
    if (/^db\/(migrations|tables)\//.test(path)) add('database', 'db/')
    if (/^apps\/web\/e2e\/.+\.spec\.ts$/.test(path)) add('e2e', path)
    else if (journeys[feature] && !/\.test\.tsx?$/.test(path)) add('e2e', `apps/web/e2e/${journeys[feature]}`)
  }
  return lanes
}

export function changedLanes() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  if (!existsSync(join(root, '.git'))) fail('npm test -- changed asks git what has changed, and this folder is no git checkout.')
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const projects = ['unit', 'database*', 'component*'].flatMap((name) => ['--project', name])
  const list = [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--changed', ...projects]
  return lanesOf(changed, execFileSync(node, list, { cwd: root, encoding: 'utf8' }).split('\n'))
}
