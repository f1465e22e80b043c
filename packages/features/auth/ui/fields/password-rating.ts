/** How hard a new password is to guess. */
export const ratings = ['common', 'weak', 'good'] as const
export type PasswordRating = (typeof ratings)[number]

/** ms without a keystroke before a password is rated. */
export const debounceMs = 400
