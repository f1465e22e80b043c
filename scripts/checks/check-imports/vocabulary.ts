import { posix } from 'node:path'
import { isCode } from '../source/files.ts'
import type { Rule, Table } from './table.ts'

const KEBAB = '[a-z0-9]+(?:-[a-z0-9]+)*'
const testName = new RegExp(`^${KEBAB}(?:\\.${KEBAB})*\\.test\\.tsx?$`)

export const vocabulary: Rule = ({ files, table }) =>
  files.flatMap((path) => {
    const message = emptyName(path, table) ?? emptyEnding(path, table) ?? barrel(path, table) ?? outsideFeature(path, table)
    return message === undefined ? [] : [{ path, message }]
  })

export const topLevel: Rule = ({ files, table }) => {
  const folderOf = (path: string) => path.split('/')[0] ?? ''
  const strange = files.filter((path) => path.includes('/') && !table.topLevel.includes(folderOf(path)))
  return [...Map.groupBy(strange, folderOf)].map(([folder, [path = folder]]) => ({
    path,
    message: `a new folder at the top level (${folder}) is a decision: extend the list`,
  }))
}

export const folderSize: Rule = ({ files, table }) =>
  [...Map.groupBy(files.filter(isCode), (path) => posix.dirname(path))]
    .filter(([folder, members]) => members.length > table.maxFiles && !table.crowded.test(`${folder}/`))
    .map(([folder, { length }]) => ({
      path: folder,
      message: `${length} files, the cap is ${table.maxFiles}: split the folder by topic`,
    }))

function emptyName(path: string, { emptyNames }: Table): string | undefined {
  const name = path.split('/').find((part) => emptyNames.includes(part.replace(/\..*$/, '')))
  return name === undefined ? undefined : `'${name}' says nothing: name it after what it holds`
}

function emptyEnding(path: string, { emptyEndings }: Table): string | undefined {
  const stem = posix.basename(path).replace(/\..*$/, '')
  const ending = emptyEndings.find((ending) => stem.endsWith(`-${ending}`))
  return ending === undefined || !isCode(path) ? undefined : `'-${ending}' says nothing: name the file after what it serves`
}

function barrel(path: string, { noBarrels }: Table): string | undefined {
  return noBarrels.some((place) => path.startsWith(place)) && /^index\.\w+$/.test(posix.basename(path))
    ? 'no barrels: import the file itself'
    : undefined
}

// feature/schema.ts, feature/messages/en.json, feature/server/topic/file.ts, feature/ui/topic/file.tsx
function outsideFeature(path: string, { entryPoints }: Table): string | undefined {
  const [, within] = /^packages\/features\/(.+)$/.exec(path) ?? []
  if (within === undefined) return undefined
  const [, half = '', ...rest] = within.split('/')
  const file = posix.basename(within)
  if (half === '') return isBeside(path, entryPoints) ? undefined : 'only entry points and tests belong beside the features'
  if (half === 'messages') return /^(?:en|pt)\.json$/.test(rest.join('/')) ? undefined : 'messages holds en.json and pt.json'
  if (half === 'drawings') return /^\w+\/[^/]+\.svg$/.test(rest.join('/')) ? undefined : 'drawings holds topics of SVG files'
  const isData = file.endsWith('.json') && (half === 'server' || rest.length === 0)
  if (!isCode(file) && !isData) return 'features hold code, messages, drawings and data in JSON only'
  if (rest.length === 0)
    return file.endsWith('.ts') || isData ? undefined : 'the top of a feature is for files of both sides: screens go into ui/'
  if (half !== 'server' && half !== 'ui') return `a feature has messages/, server/ and ui/, but no ${half}/`
  return rest.length > 2 ? 'too deep: feature/half/topic/file is the limit' : undefined
}

const isBeside = (path: string, entryPoints: Table['entryPoints']) =>
  Object.values(entryPoints).includes(path) || testName.test(posix.basename(path)) || posix.basename(path) === 'package.json'
