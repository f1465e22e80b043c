import type { Db } from '@duo/db/index.ts'

export async function findRole(db: Db, userId: string) {
  return (await db.selectFrom('auth_user').where('id', '=', userId).select('role').executeTakeFirst())?.role
}

export function updateRole(db: Db, userId: string, role: 'person' | 'operator') {
  return db.updateTable('auth_user').set({ role }).where('id', '=', userId).execute()
}

/** For a restored backup, whose file could have been changed. Returns how many accounts had a role above that of a user. */
export async function takeAllRoles(db: Db): Promise<number> {
  const taken = await db.updateTable('auth_user').set({ role: 'person' }).where('role', '!=', 'person').returning('id').execute()
  return taken.length
}
