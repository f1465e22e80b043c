import { readInChild } from '../child/read-in-child.ts'
import { archives, books, programs } from './hostile/archives.ts'
import type { HostileFile } from './hostile/hostile-file.ts'
import { pdfs } from './hostile/pdfs.ts'
import { markups, names, texts } from './hostile/texts.ts'

/** Made in memory, because a scanner of viruses would take some of them for what they are. */
export const hostileFiles: HostileFile[] = [...names, ...texts, ...markups, ...archives, ...books, ...programs, ...pdfs]

/** Tries every file as the product does, and prints how each ends. */
if (import.meta.main) {
  const [word = ''] = process.argv.slice(2)
  for (const { what, name, make, expected } of hostileFiles.filter((file) => file.what.includes(word))) {
    const bytes = make()
    const start = performance.now()
    let end = ''
    for await (const event of readInChild(bytes, name)) {
      if (event.kind === 'done') end += ' read'
      if (event.kind === 'refused') end += ` ${event.reason}`
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`${end === ` ${expected}` ? '✓' : '✗'}${end.padEnd(16)} ${seconds.padStart(5)} s  ${what}\n`)
  }
}
