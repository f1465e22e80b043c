import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

interface FileCacheParts {
  /** Where files are kept across restarts; made when it is missing. May be emptied at any time. */
  folder: string
  /** Bytes kept in memory, and on disk. Beyond them the memory forgets what was asked for longest ago, the disk what was made first. */
  memoryBytes: number
  diskBytes: number
  /** How many files are made at the same time; the others wait. */
  maxConcurrent: number
  /** Told when the folder cannot be used; answers do not depend on it. */
  onFault: (error: unknown) => void
}

/** Answers the file of that name; `make` is called when neither memory nor disk has it. The name must change with the content. */
export type FileCache = (name: string, make: () => Promise<Buffer>) => Promise<Buffer>

/** Files that cost time to make, kept in memory and on disk, each made once however many ask for it at the same moment. */
export function createFileCache({ folder, memoryBytes, diskBytes, maxConcurrent: atOnce, onFault }: FileCacheParts): FileCache {
  const limit = pLimit(atOnce)
  const disk = createDisk(folder, diskBytes)
  const memory = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: memoryBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // a request that waits for a file that another one makes gets it also when the memory has no room for it
    ignoreFetchAbort: true,
    fetchMethod: async (name, _old, { context: make }) => {
      const found = await disk.read(name)
      if (found) return found
      const file = await limit(make)
      // written after the response: no request waits for the disk
      disk.write(name, file).catch(onFault)
      return file
    },
  })
  return (name, make) => memory.forceFetch(name, { context: make })
}

function createDisk(folder: string, capacity: number) {
  let used: Promise<number> | undefined
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined)

  /** Written beside its place and moved there: a crash leaves a whole file or none. */
  async function write(name: string, file: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    used ??= sizes(folder).then(total)
    const fresh = join(folder, `.${process.pid}-${name}`)
    await writeFile(fresh, file)
    await rename(fresh, join(folder, name))
    used = used.then((before) => before + file.length)
    if ((await used) <= capacity) return
    used = makeRoom(folder, capacity)
    await used
  }
  return { read, write }
}

interface CachedFile {
  path: string
  size: number
  made: number
}
const total = (files: CachedFile[]) => files.reduce((sum, { size }) => sum + size, 0)

async function sizes(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder)
  const files = names.map(async (name) => {
    const path = join(folder, name)
    // gone since the folder was read: somebody else makes room as well
    const found = await stat(path).catch(() => undefined)
    return found ? [{ path, size: found.size, made: found.mtimeMs }] : []
  })
  return (await Promise.all(files)).flat()
}

/** Removes the oldest files until four fifths of the capacity are left; answers what the rest takes. */
async function makeRoom(folder: string, capacity: number): Promise<number> {
  const files = (await sizes(folder)).sort((one, other) => one.made - other.made)
  let left = total(files)
  for (const { path, size } of files) {
    if (left <= capacity * 0.8) break
    await rm(path, { force: true })
    left -= size
  }
  return left
}
