import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startEmbedded } from './embedded.ts'
import { isRoot, kill, query, startHolder, temporaryDataDir } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const NOBODY = { uid: 65_534, gid: 65_534 }
const WITHOUT_ENTRY = { uid: 54_321, gid: 54_321 }

test('Postgres never runs as root, and no other user can read its folder', async () => {
  const { pid, pgData } = await startEmbedded({ dataDir: temporaryDataDir() })
  const uid = serverUid(pid)
  expect(uid).not.toBe(0)
  expect(statSync(pgData)).toMatchObject({ uid, mode: 0o40700 })
  if (!isRoot) return
  expect(await startHolder(join(pgData, '..'), WITHOUT_ENTRY)).toMatchObject({
    code: 'EMBEDDED_UNREACHABLE',
    message: `cannot read ${pgData} (EACCES): run this as the user who owns it`,
  })
})

// only root can switch users; embedded.test.ts covers other users
if (isRoot) {
  test('an unprivileged user creates and runs the server; root adopts it and restarts it as that user', async () => {
    await findBinaries() // root owns the packages here, so only root can create the library links
    const dataDir = ownedBy(NOBODY)
    const holder = await startHolder(dataDir, NOBODY)
    expect(holder).toMatchObject({ started: true })
    await kill(holder.child)
    const adopted = await startEmbedded({ dataDir })
    expect(adopted).toMatchObject({ started: false, pid: holder.pid })
    expect(await adopted.release()).toBe('stopped')
    const asRoot = await startEmbedded({ dataDir })
    expect(serverUid(asRoot.pid)).toBe(NOBODY.uid)
    expect(await startHolder(dataDir, NOBODY)).toMatchObject({ started: false, pid: asRoot.pid })
  })

  test("the server starts as the owner of the data folder, even inside root's private home", async () => {
    const home = temporaryDataDir()
    chmodSync(home, 0o700)
    const dataDir = join(home, 'project')
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY.uid, NOBODY.gid)
    const { url, pid, release } = await startEmbedded({ dataDir })
    expect(serverUid(pid)).toBe(NOBODY.uid)
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await release()).toBe('stopped')
  })

  test('reports that initdb needs an entry in /etc/passwd for its user', async () => {
    await findBinaries()
    expect(await startHolder(ownedBy(WITHOUT_ENTRY), WITHOUT_ENTRY)).toMatchObject({
      code: 'EMBEDDED_NO_USER',
      message: expect.stringContaining('uid 54321) has no entry in /etc/passwd'),
    })
  })
}

function ownedBy({ uid, gid }: { uid: number; gid: number }): string {
  const dataDir = temporaryDataDir()
  chownSync(dataDir, uid, gid)
  return dataDir
}

// from the operating system, because Postgres does not report it
function serverUid(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
