import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { listMessageFiles, readSettings } from './compile.ts'

export interface MessageFolder {
  name: string
  project: string
  outdir: string
  files: string[]
}

/** One inlang project per folder, so that an edit recompiles only its own folder (a tenth of the time). */
export function messageFolders(project: string, into: string): MessageFolder[] {
  const settings = readSettings(project)
  return settings['plugin.inlang.messageFormat'].pathPattern.map((pattern) => {
    const folder = dirname(resolve(project, '..', pattern))
    const name = basename(dirname(folder))
    const own = join(into, name, 'project.inlang')
    const from = dirname(own)
    const ownSettings = {
      ...settings,
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
