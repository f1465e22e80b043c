import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const lazyPageCall = /(?:lazyPage|publicRoute)\(\s*\(\) => import\('(\.[^']+)'\)/g

/**
 * Tells the server which file each lazy page comes from, so that its HTML can preload that page's scripts: the server
 * build sees `lazyPage(() => import('./home/home-page.tsx'), '../../packages/features/site/ui/home/home-page.tsx')`, where the second
 * argument is the page's key in Vite's client manifest. Written by the build, so that a page is named once.
 */
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
