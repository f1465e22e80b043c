// A sign-in provider for development, in Google's place: npx node scripts/openid.ts [port], then npm run dev with what it prints in .env.
import { startOpenIdProvider } from '@duo/platform/testing/openid-provider.ts'

const { url, settings } = await startOpenIdProvider({ port: Number(process.argv[2] ?? 3900) })
const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
console.log(
  `A provider that lets anybody be anybody is at ${url} until Ctrl-C. These lines in .env offer it as Google:\n\n${lines.join('\n')}\n`,
)
