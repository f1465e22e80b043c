import { createKeys, type Keys } from '../server/security/keys.ts'

export const keysFrom = (secret: string): Keys => createKeys({ secret, dataKey: Buffer.from(secret) })

export const testSecretText = 'a secret that only tests know, 32+'
export const testSecret = keysFrom(testSecretText)
