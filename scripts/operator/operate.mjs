// Runs scripts/operator/<tool>/<tool>.ts. Installs nothing, because a server may be using the packages.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, node } from '../setup.mjs'

/** Runs an operator command. Arguments may be personal data and process arguments are public, hence the environment. */
export async function operate(tool, starter) {
  const handedOver = `DUO_${tool.toUpperCase()}_ARGUMENTS`
  const args = process.env[handedOver] === undefined ? process.argv.slice(2) : JSON.parse(process.env[handedOver])
  delete process.env[handedOver]

  if (Number(process.versions.node.split('.')[0]) < 24) {
    if (!existsSync(node)) incomplete(tool, node)
    const env = { ...process.env, [handedOver]: JSON.stringify(args) }
    const { status, signal } = spawnSync(node, [starter ?? process.argv[1]], { stdio: 'inherit', env })
    process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
  }

  const { main } = await load(tool).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    incomplete(tool, error.message.split('\n')[0])
  })
  process.exitCode = await main(args)
}

async function load(tool) {
  const { register } = await import('tsx/esm/api')
  register()
  return await import(`./${tool}/${tool}.ts`)
}

const incomplete = (tool, what) =>
  fail(`${tool}: the installation is incomplete (${what}). Stop the server, then run: npm ci --include=dev && npm run build`)
