import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { isInvited } from '../../waitlist/server/entry/invitation-queries.ts'
import type { StudioContext } from './context.ts'

/** Throws 403 while `STUDIO` is off, or while it is for invited members and the account is not one. */
export async function requireStudio({ db, studio, user }: Pick<StudioContext, 'db' | 'studio' | 'user'>): Promise<void> {
  if (!(await mayUseStudio(db, studio, user.id))) throw new AppError('forbidden')
}

export const mayUseStudio = async (db: Db, { access }: StudioContext['studio'], userId: string): Promise<boolean> =>
  access === 'on' || (access === 'invited' && (await isInvited(db, userId)))
