import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface FileCacheParts {
  /** Where files are kept across restarts; made when it is missing. May be emptied at any time. */
  folder: string
  /** Bytes kept in memory, and on disk. Beyond them the memory forgets what was asked for longest ago, the disk what was made first. */
  memoryBytes: number
  diskBytes: number
  /** How many files are made at the same time; the others wait. */
  atOnce: number
  /** Told when the folder cannot be used; answers do not depend on it. */
  onFault: (error: unknown) => void
}

/** Answers the file of that name; `make` is called when neither memory nor disk has it. The name must change with the content. */
export type FileCache = (name: string, make: () => Promise<Buffer>) => Promise<Buffer>

/** Files that cost time to make, kept in memory and on disk, each made once however many ask for it at the same moment. */
export function createFileCache({ folder, memoryBytes, diskBytes, atOnce, onFault }: FileCacheParts): FileCache {
  const memory = createMemory(memoryBytes)
  const underWay = new Map<string, Promise<Buffer>>()
  const inTurn = createQueue(atOnce)
  const disk = createDisk(folder, diskBytes)

  async function find(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const found = await disk.read(name)
    const file = found ?? (await inTurn(make))
    memory.keep(name, file)
    // written after the answer: nobody waits for the disk
    if (!found) disk.write(name, file).catch(onFault)
    return file
  }

  return (name, make) => {
    const kept = memory.get(name)
    if (kept) return Promise.resolve(kept)
    const sameWish = underWay.get(name)
    if (sameWish) return sameWish
    const file = find(name, make).finally(() => underWay.delete(name))
    underWay.set(name, file)
    return file
  }
}

function createMemory(capacity: number) {
  const files = new Map<string, Buffer>()
  let used = 0
  const forget = (name: string) => {
    used -= files.get(name)?.length ?? 0
    files.delete(name)
  }
  const keep = (name: string, file: Buffer) => {
    forget(name)
    if (file.length > capacity) return
    files.set(name, file)
    used += file.length
    for (const oldest of files.keys()) {
      if (used <= capacity) break
      forget(oldest)
    }
  }
  const get = (name: string) => {
    const file = files.get(name)
    // asked for just now: the last to go
    if (file) keep(name, file)
    return file
  }
  return { get, keep }
}

/** Runs at most `atOnce` of what it is given at a time, the rest in the order of asking. */
function createQueue(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((done) => waiting.push(done))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // the place is handed on, so nobody can slip in between
      if (next) next()
      else running -= 1
    }
  }
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

interface Kept {
  path: string
  size: number
  made: number
}
const total = (files: Kept[]) => files.reduce((sum, { size }) => sum + size, 0)

async function sizes(folder: string): Promise<Kept[]> {
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
