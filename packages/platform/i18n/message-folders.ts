import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { listMessageFiles, readSettings } from './compile.ts'

export interface MessageFolder {
  /** The feature's name; `i18n` for the platform's own texts. */
  name: string
  project: string
  outdir: string
  /** Its message files, as absolute paths. */
  files: string[]
}

/**
 * Makes an inlang project of each folder of messages that `project` lists, below `into`. An edited text then costs the compilation of its
 * own folder, a tenth of the whole.
 */
export function messageFolders(project: string, into: string): MessageFolder[] {
  const settings = readSettings(project)
  return settings['plugin.inlang.messageFormat'].pathPattern.map((pattern) => {
    const folder = dirname(resolve(project, '..', pattern))
    const name = basename(dirname(folder))
    const own = join(into, name, 'project.inlang')
    const from = dirname(own)
    const ownSettings = {
      ...settings,
      // inlang takes relative paths only, counted from the project's parent folder
      modules: settings.modules.map((module) => relative(from, resolve(project, '..', module))),
      'plugin.inlang.messageFormat': { pathPattern: [`${relative(from, folder).replaceAll('\\', '/')}/${basename(pattern)}`] },
    }
    writeIfNew(join(own, 'settings.json'), JSON.stringify(ownSettings))
    return { name, project: own, outdir: join(from, 'texts'), files: listMessageFiles(own, ownSettings) }
  })
}

function writeIfNew(file: string, text: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
