import { startEmbedded } from './embedded.ts'
import { errorCode, errorMessage } from './errors.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const { url, pid, started } = await startEmbedded({ dataDir })
  process.stdout.write(`${JSON.stringify({ url, pid, started })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ code: errorCode(error), message: errorMessage(error) })}\n`)
}
