import type { Context } from '@duo/platform/server/trpc.ts'
import type { ConfirmAnswer, DownloadAnswer, EraseAnswer, LinkAnswer, StatusAnswer, UnsubscribeAnswer } from './schema.ts'

export async function confirm(_world: Context, _ticket: string): Promise<ConfirmAnswer> {
  throw new Error('not yet')
}
export async function status(_world: Context, _ticket: string): Promise<StatusAnswer> {
  throw new Error('not yet')
}
export async function sendStatusLink(_world: Context, _email: string): Promise<LinkAnswer> {
  throw new Error('not yet')
}
export async function erase(_world: Context, _ticket: string): Promise<EraseAnswer> {
  throw new Error('not yet')
}
export async function download(_world: Context, _ticket: string): Promise<DownloadAnswer> {
  throw new Error('not yet')
}
export async function unsubscribe(_world: Context, _ticket: string): Promise<UnsubscribeAnswer> {
  throw new Error('not yet')
}
