import { join, resolve } from 'node:path'
import { compileMessages, messageFiles } from '@duo/platform/i18n/compile.ts'
import type { Plugin } from 'vite'

const i18n = resolve(import.meta.dirname, '../../packages/platform/i18n')

/** Compiles the messages again when one of their files is saved, so that an edited text shows like edited code. */
export function liveMessages(): Plugin {
  return {
    name: 'duo:live-messages',
    apply: 'serve',
    configureServer({ watcher, config }) {
      const project = join(i18n, 'project.inlang')
      const files = messageFiles(project)
      watcher.add(files)
      watcher.on('change', (file) => {
        if (!files.includes(file)) return
        compileMessages(project, join(i18n, 'compiled'), true).catch((error: Error) => config.logger.error(error.message))
      })
    },
  }
}
