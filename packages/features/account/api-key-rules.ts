export const maxApiKeys = 10
export const maxApiKeyDays = 365
