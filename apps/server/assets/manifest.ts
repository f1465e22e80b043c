import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifests, RouterManifest } from '@duo/web/render.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

type Chunks = Record<string, Chunk>

export const readChunks = (clientDir: string) =>
  JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Chunks

const entryKey = 'entry-client.tsx'
const pageScriptKey = 'entry-page.ts'

/** `Link` header that preloads the fonts in parallel with the style sheet that names them, to avoid layout shift. */
export const fontPreloads = (chunks: Chunks) =>
  [...collect(chunks, entryKey).assets]
    .filter((file) => file.endsWith('.woff2') && !file.includes('italic'))
    .map((file) => `</${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(', ')

export const productionManifests = (chunks: Chunks, pageFiles: Record<string, string>): Manifests => ({
  app: appManifest(chunks, pageFiles),
  document: documentManifest(chunks),
})

/** Parts that a document's script loads at once, by route. Preloaded, because its form is off until then. */
const documentParts = { '/auth': '../../packages/features/second-factor/ui/sign-in-script.ts' }

/** Converts Vite's client manifest to the router's format, so that each page preloads only its own chunks. */
function appManifest(chunks: Chunks, pageFiles: Record<string, string>): RouterManifest {
  const entry = collect(chunks, entryKey)
  const script = chunks[entryKey]
  if (!script) throw new Error(`the client build has no ${entryKey}; run npm run build`)
  const routes: RouterManifest['routes'] = {
    __root__: {
      preloads: [...entry.js],
      css: [...entry.css],
      scripts: [{ attrs: { type: 'module', async: true, src: `/${script.file}` } }],
    },
  }
  for (const [id, file] of Object.entries(pageFiles)) {
    const page = collect(chunks, file)
    routes[id] = { preloads: [...page.js.difference(entry.js)], css: [...page.css.difference(entry.css)] }
  }
  return { routes }
}

function documentManifest(chunks: Chunks): RouterManifest {
  const page = collect(chunks, pageScriptKey)
  const [entry = '', ...imported] = page.js
  const parts: RouterManifest['routes'] = {}
  for (const [route, key] of Object.entries(documentParts))
    parts[route] = { preloads: [...collect(chunks, key).js.difference(page.js)] }
  return {
    routes: {
      ...parts,
      __root__: {
        preloads: imported,
        css: [...collect(chunks, entryKey).css],
        scripts: [{ attrs: { type: 'module', src: entry } }],
      },
    },
  }
}

function collect(chunks: Chunks, key: string, js = new Set<string>(), css = new Set<string>(), assets = new Set<string>()) {
  const chunk = chunks[key]
  if (!chunk) throw new Error(`the client build has no chunk for ${key}`)
  if (js.has(`/${chunk.file}`)) return { js, css, assets }
  js.add(`/${chunk.file}`)
  for (const file of chunk.css ?? []) css.add(`/${file}`)
  for (const file of chunk.assets ?? []) assets.add(file)
  for (const imported of chunk.imports ?? []) collect(chunks, imported, js, css, assets)
  return { js, css, assets }
}

const reactRefresh =
  'import R from "/@react-refresh";R.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>t=>t'

const developmentManifest = (entry: string): RouterManifest => ({
  routes: {
    __root__: {
      css: ['/styles.css?direct'],
      scripts: [
        { attrs: { type: 'module' }, children: reactRefresh },
        { attrs: { type: 'module', src: '/@vite/client' } },
        { attrs: { type: 'module', src: `/${entry}` } },
      ],
    },
  },
})

/** Documents load React parts too, for example after a join. */
export const developmentManifests: Manifests = {
  app: developmentManifest(entryKey),
  document: developmentManifest(pageScriptKey),
}
