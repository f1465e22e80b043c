import { getLocale } from '@duo/platform/i18n/locale.ts'
import { notFound } from '@tanstack/react-router'
import { failureCode } from '../auth/session-end.tsx'
import type { PageContext } from '../shell/page-context.ts'
import type { SharedAnswer } from './schema.ts'

/** What a public link shows. One that has ended, or never was one, is not found. */
export async function loadShared({ api }: PageContext, token: string): Promise<SharedAnswer> {
  try {
    const { chat } = await api()
    return await chat.shared.query({ token, language: getLocale() })
  } catch (error) {
    const code = failureCode(error)
    if (code === 'not_found' || code === 'bad_input') throw notFound()
    throw error
  }
}
