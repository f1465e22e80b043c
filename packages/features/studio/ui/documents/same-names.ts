import type { StudioDocument } from '../../schema.ts'
import type { NamedFile } from '../uploads/dropped-files.ts'
import type { NewFile } from '../uploads/upload-queue.ts'

/** As the server stores a name. Systems write accents in two ways. */
const keyOf = ({ name }: { name: string }) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

const isStill = ({ current, next }: StudioDocument) => next === null && current?.state === 'ready'

/** `replace` and `everywhere` make a file the next version of its document, and `both` adds it beside it. */
export type SameNameChoice = 'replace' | 'everywhere' | 'both'

/** Separates files whose name a document, or a file that is being sent, has already. */
export function splitByName(files: readonly NamedFile[], present: readonly { name: string }[]) {
  const names = new Set(present.map(keyOf))
  const isTaken = (file: NamedFile) => names.has(keyOf(file))
  return { fresh: files.filter((file) => !isTaken(file)), taken: files.filter(isTaken) }
}

/**
 * Returns the document that a file would replace. None if several documents or several of the files have its name, as in a folder with
 * subfolders, or while the document is being sent or read: then both are kept.
 */
export function findReplaced(file: NamedFile, files: readonly NamedFile[], documents: readonly StudioDocument[]) {
  const sameName = (one: { name: string }) => keyOf(one) === keyOf(file)
  const [found, ...more] = documents.filter(sameName)
  if (!found || more.length > 0 || !isStill(found) || files.filter(sameName).length > 1) return null
  return found
}

export const toNewFiles = (
  files: readonly NamedFile[],
  documents: readonly StudioDocument[],
  choice: SameNameChoice,
): NewFile[] =>
  files.map((file) => {
    const replaced = choice === 'both' ? null : findReplaced(file, files, documents)
    return replaced ? { ...file, replaces: replaced.id, everywhere: choice === 'everywhere' } : file
  })
