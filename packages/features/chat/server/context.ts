import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

export type ChatContext = AppContext & { user: Omit<Viewer, 'session'>; locale: Locale; acceptLanguage: string }
