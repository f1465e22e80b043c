import { posix } from 'node:path'
import { isCode } from '../source/files.ts'
import type { Rule, Table } from './table.ts'

const KEBAB = '[a-z0-9]+(?:-[a-z0-9]+)*'
const testName = new RegExp(`^${KEBAB}(?:\\.${KEBAB})*\\.test\\.tsx?$`)
const screenName = new RegExp(`^${KEBAB}\\.tsx$`)

/** The closed list of what a feature folder holds, and names that are allowed nowhere. */
export const vocabulary: Rule = ({ files, table }) =>
  files.flatMap((path) => {
    const message = emptyName(path, table) ?? barrel(path, table) ?? outsideVocabulary(path, table)
    return message === undefined ? [] : [{ path, message }]
  })

/** The folders at the root are a closed list: a newcomer finds the way by them. */
export const topLevel: Rule = ({ files, table }) => {
  const folderOf = (path: string) => path.split('/')[0] ?? ''
  const strange = files.filter((path) => path.includes('/') && !table.topLevel.includes(folderOf(path)))
  return [...Map.groupBy(strange, folderOf)].map(([folder, [path = folder]]) => ({
    path,
    message: `a new folder at the top level (${folder}) is a decision: extend the list`,
  }))
}

/** No file longer than the cap. */
export const length: Rule = ({ modules, table }) =>
  modules
    .filter(({ path, lineCount }) => lineCount > table.maxLines && !table.uncapped.test(path))
    .map(({ path, lineCount }) => ({ path, message: `${lineCount} lines, the cap is ${table.maxLines}` }))

function emptyName(path: string, { emptyNames }: Table): string | undefined {
  const name = path.split('/').find((part) => emptyNames.includes(part.replace(/\..*$/, '')))
  return name === undefined ? undefined : `'${name}' says nothing: name it after what it holds`
}

function barrel(path: string, { noBarrels }: Table): string | undefined {
  return noBarrels.some((place) => path.startsWith(place)) && /^index\.\w+$/.test(posix.basename(path))
    ? 'no barrels: import the file itself'
    : undefined
}

function outsideVocabulary(path: string, { doors, features }: Table): string | undefined {
  const [, within] = /^packages\/features\/(.+)$/.exec(path) ?? []
  if (within === undefined) return undefined
  const topic = features.topics.find((folder) => within.startsWith(`${folder}/`))
  const home = topic ?? within.split('/')[0] ?? ''
  const [file, ...deeper] = within.split('/').slice(home.split('/').length)
  if (file === undefined) return isBeside(path, doors) ? undefined : 'only doors and tests lie beside the features'
  if (file === 'messages') return /^(?:en|pt)\.json$/.test(deeper.join('/')) ? undefined : 'messages holds en.json and pt.json'
  if (deeper.length > 0) return 'feature folders are flat'
  if (testName.test(file) || features.extras.includes(`${home}/${file}`)) return undefined
  const stem = file.replace(/\.tsx?$/, '')
  if (features.vocabulary.includes(stem)) return file === `${stem}.ts` ? undefined : `is called ${stem}.ts`
  if (features.nouned.some((kind) => stem.endsWith(`-${kind}`))) return file === `${stem}.ts` ? undefined : `is called ${stem}.ts`
  if (screenName.test(file)) return undefined
  return isCode(file)
    ? 'a new kind of file is a decision: extend the vocabulary or the list of extras'
    : 'features hold code and messages only'
}

const isBeside = (path: string, doors: Table['doors']) =>
  Object.values(doors).includes(path) || testName.test(posix.basename(path)) || posix.basename(path) === 'package.json'
