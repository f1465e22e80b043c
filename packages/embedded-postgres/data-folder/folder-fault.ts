import { embeddedError, errorCode } from '../errors.ts'

const elsewhere = 'set DATA_DIR to another folder'

/** Reasons why a folder cannot be written, by the code of the system's error. */
const reasons: Record<string, string> = {
  EACCES: `this user may not write there: run this as its owner, or ${elsewhere}`,
  EPERM: `this user may not write there: run this as its owner, or ${elsewhere}`,
  EROFS: `its file system is read-only: mount it for writing, or ${elsewhere}`,
  ENOSPC: `its disk is full: free space, or ${elsewhere}`,
  EDQUOT: `the disk quota of this user is used up: free space, or ${elsewhere}`,
  ENOTDIR: `a part of its path is a file: ${elsewhere}`,
  EEXIST: `it is a file: ${elsewhere}`,
}

/** Messages of Postgres and initdb, which report no code. */
const messages: [RegExp, string][] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/Read-only file system/, 'EROFS'],
]

/** Returns an error that names the data folder and what to do, or the same error if it has another reason. */
export function folderFault(folder: string, error: unknown): unknown {
  const code = errorCode(error)
  // of other calls, it means that a file inside is missing
  const leadsNowhere = code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'
  const reason = leadsNowhere ? `a part of its path leads nowhere: mount its disk, or ${elsewhere}` : reasons[code]
  return reason ? embeddedError('EMBEDDED_UNREACHABLE', `cannot write to the data folder ${folder}: ${reason}`, error) : error
}

/** The same for the output of a program. Returns null for other reasons. */
export function folderFaultIn(folder: string, output: string): unknown {
  const code = messages.find(([message]) => message.test(output))?.[1]
  return code ? folderFault(folder, Object.assign(new Error(output), { code })) : null
}
