import { read } from '../read.ts'

/** A process of its own: reads the file from its input and writes an event a line. */
const [name = ''] = process.argv.slice(2)

/** Waits until the line has left this process: what is still buffered at the exit is lost. */
const write = (line: string) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })

await write('ready')
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = Buffer.concat(chunks)
// memory is limited, and a file may be large
chunks.length = 0
for await (const event of read(bytes, name)) await write(JSON.stringify(event))
// the PDF library keeps timers
process.exit()
