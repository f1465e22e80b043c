import { m } from '@duo/platform/i18n/messages.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'

export const scopeTexts: Record<Scope, () => string> = {
  'marketplace:read': m.account_api_scope_marketplace_read,
  'chat:read': m.account_api_scope_chat_read,
  'chat:write': m.account_api_scope_chat_write,
}
