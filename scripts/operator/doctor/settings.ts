import { errorMessage } from '@duo/db/errors.ts'
import { type Env, envKeys, readEnv } from '@duo/server/config/env.ts'
import { loadEnvFile } from '@duo/server/config/env-file.ts'
import { isLoopback } from '@duo/server/config/env-values.ts'
import { securityContact } from '@duo/server/config/features.ts'
import { type Finding, fault, note, ok } from './finding.ts'

/** Reads the settings as the server does. `env` is null if they are invalid. */
export function checkSettings(): { env: Env | null; finding: Finding } {
  try {
    loadEnvFile()
  } catch (error) {
    const says = `.env cannot be read: ${errorMessage(error)}`
    return { env: null, finding: fault(says, 'make it readable for this user') }
  }
  try {
    const env = readEnv()
    return { env, finding: describe(env) }
  } catch (error) {
    // the message has the setting, the error and an example, never the value
    return { env: null, finding: fault(errorMessage(error), 'correct it in .env or in the environment') }
  }
}

function describe(env: Env): Finding {
  const set = envKeys.filter((key) => key !== 'NODE_ENV' && process.env[key])
  const says = set.length === 0 ? 'none is set: all defaults apply' : `valid: ${set.join(', ')}`
  if (!isLoopback(env.HOST) && !env.PUBLIC_URL)
    return note(says, 'set PUBLIC_URL: without it links in mails lead to this machine only')
  if (env.PUBLIC_URL?.startsWith('https:') && env.TRUST_PROXY === 0)
    return note(says, 'set TRUST_PROXY to the number of proxies in front: until then limits treat all visitors as one')
  if (env.PUBLIC_URL && securityContact(env) === null)
    return note(says, 'set SECURITY_CONTACT or MAIL_FROM: until then there is no /.well-known/security.txt')
  return ok(says)
}
