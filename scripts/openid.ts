// A sign-in provider for development, in Google's place; `npx node scripts/openid.ts --help` says how to start it.
import { errorMessage } from '@duo/db/errors.ts'
import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { readEnv } from '@duo/server/config/env.ts'
import { loadEnvFile } from '@duo/server/config/env-file.ts'

const HELP = `Usage: npx node scripts/openid.ts [port] [public address]

Starts a sign-in provider on 127.0.0.1 (port 3900 unless told otherwise) that lets anybody be anybody. It sends people back to this
machine, and to PUBLIC_URL where it is set (environment or .env). Give the public address when a TLS proxy stands in front of the
provider: https://id.duo.test, say. A certificate of your own is trusted by a server started with NODE_EXTRA_CA_CERTS=<file>.`

/** Reads the arguments. Throws with one line that says what is wrong. */
function options([port = '3900', address, ...rest]: string[]) {
  if (rest.length > 0) throw new Error(`too many words: ${rest.join(' ')}`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`the port is a number up to 65535, not ${port}`)
  if (address !== undefined && !(URL.canParse(address) && /^https?:\/\/[^/]+\/?$/.test(address)))
    throw new Error(`the public address is one like https://id.duo.test, without a path, not ${address}`)
  loadEnvFile()
  const { PUBLIC_URL } = readEnv({ PUBLIC_URL: process.env.PUBLIC_URL })
  return { port: Number(port), publicUrl: address && new URL(address).origin, appUrl: PUBLIC_URL }
}

async function main(words: string[]) {
  if (words.includes('--help') || words.includes('-h')) return console.log(HELP)
  const positionals = options(words)
  const { url, port, settings } = await startOpenIdProvider(positionals)
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
  const where = positionals.publicUrl ? `${url} (a proxy leads there to http://127.0.0.1:${port})` : url
  const back = positionals.appUrl ? ` It sends people back to ${positionals.appUrl}.` : ''
  console.log(
    `A provider that lets anybody be anybody is at ${where} until Ctrl-C.${back} These lines in .env offer it as Google:`,
  )
  console.log(`\n${lines.join('\n')}\n`)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`openid: ${errorMessage(error)}\n\n${HELP}`)
  process.exitCode = 1
})
