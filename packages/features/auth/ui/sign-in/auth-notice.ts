const kinds = ['reset', 'confirmed', 'step_over'] as const

/** What happened before the sign-in page. In its address, so that a reload shows it again. */
export type AuthNotice = (typeof kinds)[number]

export const isAuthNotice = (notice: string | undefined): notice is AuthNotice => kinds.some((kind) => kind === notice)
