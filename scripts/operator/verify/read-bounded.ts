import { open } from 'node:fs/promises'
import { Refusal } from '../cli/failure.ts'

/** Reads a regular file of at most `max` bytes. Throws a refusal for anything else. */
export async function readBounded(path: string, max: number): Promise<Buffer> {
  const file = await open(path).catch(() => {
    throw new Refusal(`${path} does not exist or cannot be read`)
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new Refusal(`${path} is not a file`)
    if (stat.size > max) throw new Refusal(`${path} has ${Math.ceil(stat.size / 1e6)} MB: at most ${max / 1e6} MB are read`)
    // the file may grow meanwhile
    const buffer = Buffer.alloc(stat.size)
    const { bytesRead } = await file.read(buffer, 0, stat.size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
