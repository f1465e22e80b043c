import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

export type ChatContext = World & { user: Viewer; locale: Locale }
