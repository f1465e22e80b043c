import { once } from 'node:events'
import { read } from '../read.ts'

/** A process of its own: reads the file from its input and writes an event a line. */
const [name = ''] = process.argv.slice(2)

async function write(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

await write('ready')
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = Buffer.concat(chunks)
// memory is limited, and a file may be large
chunks.length = 0
for await (const event of read(bytes, name)) await write(JSON.stringify(event))
// the PDF library keeps timers
process.exit()
