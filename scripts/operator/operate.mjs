// What starts an operator's command line: runs scripts/operator/<tool>/<tool>.ts on the right Node. It installs and builds nothing, because a server may
// be running on the very packages.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, node } from '../setup.mjs'

/**
 * Arguments may hold an e-mail address, and a process's arguments can be read by everybody on the machine. So nothing is started with
 * them: where this Node cannot run our sources, another one gets them in its environment, which is its owner's.
 */
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
  fail(`${tool}: something is missing here (${what}). Stop what runs here, then: npm ci --include=dev && npm run build`)
