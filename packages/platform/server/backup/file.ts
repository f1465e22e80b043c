import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DamagedBackup } from './format.ts'

// A zstd frame, then a skippable one with the SHA-256 of all preceding bytes, which `zstd -dc` skips (docs/operations.md).

const hashBytes = 32
const seal = Buffer.alloc(8)
seal.writeUInt32LE(0x184d2a5d, 0)
seal.writeUInt32LE(hashBytes, 4)
const sealBytes = seal.length + hashBytes

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  chunkSize: 1 << 20,
}

/** Writes a file that replaces `path` once it is complete and flushed. A killed process leaves `<path>.<pid>.part`. */
export async function writeSealed(path: string, chunks: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  await rm(unfinished, { force: true }) // left by a killed process with the same pid
  const hash = createHash('sha256')
  const sealing = async function* (compressed: AsyncIterable<Buffer>) {
    yield* hashed(compressed, hash)
    yield Buffer.concat([seal, hash.digest()])
  }
  try {
    // opened first: a stream that opens its file itself may create it after the failure
    const file = await open(unfinished, 'wx', 0o600)
    const output = file.createWriteStream({ flush: true, highWaterMark: 1 << 20 })
    await pipeline(inPieces(chunks), createZstdCompress(compression), sealing, output, { signal })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Coalesces chunks: passing each one on costs more than compressing it. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    buffered.push(chunk)
    length += chunk.length
    if (length < 1 << 18) continue
    yield Buffer.concat(buffered, length)
    buffered = []
    length = 0
  }
  yield Buffer.concat(buffered, length)
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened on Windows
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

type ReadOptions = { onBytes?: (bytes: number) => void; signal?: AbortSignal | undefined }

/** Throws `DamagedBackup`, at the end at the latest, if any byte was changed. */
export async function* readSealed(path: string, { onBytes = () => {}, signal }: ReadOptions = {}): AsyncGenerator<Buffer> {
  const { length, expected } = await readSeal(path)
  const hash = createHash('sha256')
  const limit = limitGrowth(length)
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of hashed(chunks, hash)) {
      onBytes(chunk.length)
      yield chunk
    }
  }
  const plain = createZstdDecompress({ chunkSize: 1 << 20 })
  const input = createReadStream(path, { end: length - 1, highWaterMark: 1 << 18 })
  const reading = pipeline(input, counted, plain, { signal })
  reading.catch(() => {}) // the reader of `plain` gets the same error
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      limit(chunk)
      yield chunk
    }
    await reading
  } catch (error) {
    if (signal?.aborted || isSystemError(error) || error instanceof DamagedBackup) throw error
    throw new DamagedBackup('it cannot be decompressed', { cause: error })
  } finally {
    plain.destroy()
  }
  if (!hash.digest().equals(expected)) throw new DamagedBackup('its hash does not match')
}

/** Backups shrink to between a third and a twentieth. A tiny file could otherwise keep a server busy for hours. */
const maxGrowth = 100
const alwaysAllowed = 100_000_000

function limitGrowth(compressed: number): (chunk: Buffer) => void {
  const max = Math.max(alwaysAllowed, compressed * maxGrowth)
  let length = 0
  return (chunk) => {
    length += chunk.length
    if (length > max) throw new DamagedBackup(`more than ${maxGrowth} times its size comes out of it`)
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

async function readSeal(path: string): Promise<{ length: number; expected: Buffer }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size <= sealBytes) throw new DamagedBackup('it is too short')
    const found = await readAt(file, size - sealBytes)
    if (!found.subarray(0, seal.length).equals(seal)) throw new DamagedBackup('its end is missing')
    return { length: size - sealBytes, expected: found.subarray(seal.length) }
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(sealBytes), position })
  return buffer
}

export async function sizeOf(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
