import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Piscina } from 'piscina'

type Options = Pick<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'minThreads' | 'maxThreads' | 'maxQueue' | 'idleTimeout' | 'resourceLimits'
>

/** Threads of low priority, so that a flood of work yields to pages. Each runs the default export of a worker's file. */
export function openThreads(folder: string, worker: string, options: Options): Piscina {
  // beside the server's bundle; in the sources, Node runs the file itself
  const filename = [`${worker}.js`, `${worker}.ts`].map((name) => join(folder, name)).find((file) => existsSync(file))
  if (!filename) throw new Error(`the build lacks ${worker}.js`)
  return new Piscina({ filename, niceIncrement: 10, ...options })
}
