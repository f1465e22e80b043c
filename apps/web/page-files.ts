import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const lazyPageCall = /lazyPage\(\s*\(\) => import\('(\.[^']+)'\)/g

/** Adds the page's key in Vite's client manifest to each `lazyPage` call, so that the HTML can preload the page's scripts. */
export function pageFiles(): Plugin {
  let root = ''
  return {
    name: 'duo:page-files',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root
    },
    transform(code, id, options) {
      if (!options?.ssr || !/\/routes\.tsx?$/.test(id)) return null
      const keyOf = (file: string) => relative(root, resolve(dirname(id), file)).replaceAll('\\', '/')
      return { code: code.replace(lazyPageCall, (call, file: string) => `${call}, ${JSON.stringify(keyOf(file))}`), map: null }
    },
  }
}
