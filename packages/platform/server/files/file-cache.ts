import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

interface FileCacheParts {
  /** Survives restarts; created if missing. May be emptied at any time. */
  folder: string
  /** Memory evicts the least recently used file, the disk the oldest. */
  memoryBytes: number
  diskBytes: number
  maxConcurrent: number
  onFault: (error: unknown) => void
}

/** Returns the cached file, or calls `make`. The name must change with the content. */
export type FileCache = (name: string, make: () => Promise<Buffer>) => Promise<Buffer>

export function createFileCache({ folder, memoryBytes, diskBytes, maxConcurrent: atOnce, onFault }: FileCacheParts): FileCache {
  const limit = pLimit(atOnce)
  const disk = createDisk(folder, diskBytes)
  const memory = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: memoryBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ignoreFetchAbort: true, // waiting requests get the file even when it does not fit into memory
    fetchMethod: async (name, _old, { context: make }) => {
      const found = await disk.read(name)
      if (found) return found
      const file = await limit(make)
      disk.write(name, file).catch(onFault)
      return file
    },
  })
  return (name, make) => memory.forceFetch(name, { context: make })
}

function createDisk(folder: string, capacity: number) {
  let used: Promise<number> | undefined
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined)

  /** Writes and renames, so that a crash never leaves a partial file. */
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
    const found = await stat(path).catch(() => undefined)
    return found ? [{ path, size: found.size, made: found.mtimeMs }] : []
  })
  return (await Promise.all(files)).flat()
}

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
