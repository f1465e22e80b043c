import { nameProblem, normalizeName } from '../auth/rules.ts'

export const maxApiKeys = 10
export const apiKeyNameMaxLength = 60
export const maxApiKeyDays = 365

export const apiKeyNameProblem = (input: string): 'required' | 'too_long' | null =>
  nameProblem(input) ?? (normalizeName(input).length > apiKeyNameMaxLength ? 'too_long' : null)
