// A sign-in provider for development that replaces Google; see `npx node scripts/openid.ts --help`.
import { errorMessage } from '@duo/db/errors.ts'
import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { readEnv } from '@duo/server/config/env.ts'
import { loadEnvFile } from '@duo/server/config/env-file.ts'

const HELP = `Usage: npx node scripts/openid.ts [port] [public address]

Starts a sign-in provider on 127.0.0.1 (port 3900 by default) that signs in anyone as anyone. It redirects back to this machine, and to
PUBLIC_URL if it is set (environment or .env). Pass the public address if a TLS proxy is in front of the provider, for example
https://id.duo.test. A server started with NODE_EXTRA_CA_CERTS=<file> trusts a self-signed certificate.`

function readOptions([port = '3900', address, ...rest]: string[]) {
  if (rest.length > 0) throw new Error(`too many arguments: ${rest.join(' ')}`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`the port must be a number up to 65535, not ${port}`)
  if (address !== undefined && !(URL.canParse(address) && /^https?:\/\/[^/]+\/?$/.test(address)))
    throw new Error(`the public address must be like https://id.duo.test, without a path, not ${address}`)
  loadEnvFile()
  const { PUBLIC_URL } = readEnv({ PUBLIC_URL: process.env.PUBLIC_URL })
  return { port: Number(port), publicUrl: address && new URL(address).origin, appUrl: PUBLIC_URL }
}

async function main(words: string[]) {
  if (words.includes('--help') || words.includes('-h')) return console.log(HELP)
  const options = readOptions(words)
  const { url, port, settings } = await startOpenIdProvider(options)
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
  const where = options.publicUrl ? `${url} (through a proxy to http://127.0.0.1:${port})` : url
  const back = options.appUrl ? ` It redirects back to ${options.appUrl}.` : ''
  console.log(
    `A provider that signs in anyone as anyone is at ${where} until Ctrl-C.${back} These lines in .env use it in place of Google:`,
  )
  console.log(`\n${lines.join('\n')}\n`)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`openid: ${errorMessage(error)}\n\n${HELP}`)
  process.exitCode = 1
})
