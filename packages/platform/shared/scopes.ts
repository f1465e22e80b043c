export const scopes = ['marketplace:read', 'chat:read', 'chat:write'] as const
export type Scope = (typeof scopes)[number]
