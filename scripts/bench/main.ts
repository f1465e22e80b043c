// npm run bench -- <name>: runs benchmarks and prints Markdown tables for docs/benchmarks.md.
import { blog } from './blog.ts'
import { chat } from './chat.ts'
import { overload } from './overload.ts'
import { pages } from './pages.ts'
import { studio } from './studio.ts'
import { waitlist } from './waitlist.ts'

const benches: Record<string, () => Promise<string>> = { blog, chat, overload, pages, studio, waitlist }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; the benchmarks are ${Object.keys(benches).join(', ')}. They need a build: npm run build`,
  )
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches)) {
  if (names.length === 0 || names.includes(name)) console.log(`## ${name}\n\n${await bench()}\n`)
}
