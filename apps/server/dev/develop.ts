import { resolve } from 'node:path'
import { createLog } from '@duo/platform/server/log.ts'
import { readEnv } from '../config/env.ts'
import { root } from '../config/paths.ts'
import { createPort, drain, listen, requireFreePort } from '../http/port/port.ts'
import { superviseEmbedded } from '../lifecycle/embedded.ts'
import { closeOnSignal, giveUp } from '../lifecycle/process.ts'
import { closeAll, closeInOrder } from '../lifecycle/shutdown.ts'
import { codeWatch } from './code-watch.ts'
import { createReplacement } from './replacement.ts'
import { handleRequests } from './requests.ts'
import { createVite, developmentAssets, finishVite } from './web.ts'

/** On this exit code, scripts/start.mjs restarts the process. */
const startAgain = 75

const code = (file: string) => `/@fs/${resolve(root, 'apps/server', file)}`

/** Starts the development server. `isNative` identifies files that Node loaded itself. Resolves when pages are served. */
export async function develop(isNative: (file: string) => boolean) {
  process.chdir(root)
  const env = readEnv()
  const log = createLog({ level: env.LOG_LEVEL })
  const dataDir = resolve(root, env.DATA_DIR)
  const ends: (() => Promise<unknown>)[] = []
  const close = () => closeInOrder(ends.splice(0).reverse())

  const starting = (async () => {
    await requireFreePort(env)
    const server = createPort()
    const requests = handleRequests(server, log)
    const watch = codeWatch({
      entry: resolve(root, 'apps/server/lifecycle/start.ts'),
      isNative,
      onNative: () => void close().finally(() => process.exit(startAgain)),
      onServer: () => void replacement.run(),
    })
    const opening = env.DATABASE_URL ? null : superviseEmbedded({ dataDir, port: env.PORT, log, onHopeless: giveUp })
    ends.push(async () => (await opening)?.close())
    const [embedded, vite] = await Promise.all([opening, createVite(server, dataDir, [watch.plugin])])
    const open = [() => vite.close()]
    ends.push(() => closeAll(open))
    const url = await listen(server, env)
    open.push(() => drain(server))
    const replacement = createReplacement({
      env,
      requests,
      host: { web: developmentAssets(vite), url, embeddedUrl: embedded?.url, drain: requests.drain },
      load: async () => ((await vite.ssrLoadModule(code('lifecycle/start.ts'))) as typeof import('../lifecycle/start.ts')).start,
      onSettled: (isNewest) => {
        watch.setFailed(!isNewest)
        if (isNewest) vite.environments.client.hot.send({ type: 'full-reload' })
      },
    })
    ends.push(replacement.close)
    await replacement.run()
    return { url, vite }
  })()
  closeOnSignal(() => starting.then(close, close))
  const { url, vite } = await starting.catch(async (error: unknown) => {
    await close()
    throw error
  })
  const features = (await vite.ssrLoadModule(code('config/features.ts'))) as typeof import('../config/features.ts')
  const where = `Duo is at ${env.PUBLIC_URL ?? url}   (ready after ${Math.round(performance.now())} ms, data in ${dataDir})`
  process.stdout.write(`\n${where}\n\n${features.featureTable(features.optionalFeatures(env))}\n\n`)
  await finishVite(vite).catch(() => {})
}
