// npm run new -- <feature> ["English title" "Portuguese title"]: writes a feature from docs/templates/feature, all or nothing
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { applyEdit, type Edit } from './edit.ts'
import { nameProblem, placeholders } from './names.ts'

/** A problem of the input or the tree, printed without a stack trace. */
class Refusal extends Error {}

const templates = 'docs/templates/feature'

/** Writes a feature into the tree at `root`. Returns the new and the changed files. Throws before it writes anything. */
export function writeFeature(root: string, name: string, titles: string[]): { created: string[]; changed: string[] } {
  const problem = nameProblem(root, name)
  if (problem !== null) throw new Refusal(`${name}: ${problem}`)
  if (titles.some((title) => /['"`\\{}]/.test(title))) throw new Refusal('titles have no straight quotes, \\, { or }')
  const last = Math.max(...readdirSync(join(root, 'db/migrations')).map((file) => Number.parseInt(file, 10) || 0))
  const values = placeholders(name, String(last + 1).padStart(4, '0'), titles)
  const fill = (text: string) => Object.entries(values).reduce((all, [key, value]) => all.replaceAll(key, value), text)
  const texts = new Map<string, string>()
  for (const path of readdirSync(join(root, templates), { recursive: true, encoding: 'utf8' }))
    if (/\.\w+$/.test(path)) texts.set(fill(path), fill(readFileSync(join(root, templates, path), 'utf8')))
  const created = [...texts.keys()].sort()
  const taken = created.filter((path) => existsSync(join(root, path)))
  if (taken.length > 0) throw new Refusal(`${taken.join(', ')} exists: choose another name`)
  for (const edit of JSON.parse(readFileSync(join(root, `${templates}.json`), 'utf8')) as Edit[]) {
    const text = texts.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8')
    texts.set(edit.file, applyEdit(text, { ...edit, text: edit.text.map(fill) }))
  }
  const changed = [...texts.keys()].filter((path) => !created.includes(path)).sort()
  // so that git restore undoes exactly this command; a tree without git is not checked
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', ...changed], { cwd: root, encoding: 'utf8' })
  if (status === 0 && stdout !== '') throw new Refusal(`commit your changes of these files first:\n${stdout.trimEnd()}`)
  copyFormatted(root, texts)
  return { created, changed }
}

/** Writes the files to a temporary folder, formats them there, and copies them into the tree. */
function copyFormatted(root: string, texts: Map<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), 'duo-new-'))
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'check', '--write', '--vcs-enabled=false', `--config-path=${join(root, 'biome.json')}`, '.']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`Biome rejects the files from ${templates}; nothing was written.\n${stdout}${stderr}`)
    cpSync(folder, root, { recursive: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  const [name = '', ...titles] = process.argv.slice(2)
  try {
    const usage = 'Usage: npm run new -- <feature> ["English title" "Portuguese title"]'
    if (name === '' || name.startsWith('-') || titles.length > 2) throw new Refusal(usage)
    const { created, changed } = writeFeature(join(import.meta.dirname, '../..'), name, titles)
    console.log(['Created', ...created.map((path) => `  ${path}`), 'Changed', ...changed.map((path) => `  ${path}`)].join('\n'))
    if (titles.length < 2) console.log(`\nTranslate the title in packages/features/${name}/messages/pt.json and in the e2e test.`)
    console.log(`\nNext:
  npm run dev                       sign up, then open http://localhost:3000/${name}
  npm run check
  npm test -- unit ${name} database ${name} migrate component ${name} e2e ${name}`)
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}
