import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'

type ChatWorld = World & { user: Viewer }

export const todo = async (_world: ChatWorld, _agents: unknown, _input: unknown): Promise<never> => {
  throw new AppError('unavailable')
}
