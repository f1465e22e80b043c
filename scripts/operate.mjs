// What starts an operator's command line: installs and compiles what is missing, then runs scripts/<tool>.ts on the right Node.
import { spawnSync } from 'node:child_process'
import { build, install, node } from './setup.mjs'

/**
 * Arguments may hold an e-mail address, and a process's arguments can be read by everybody on the machine. So nothing is started with
 * them: where this Node cannot run our sources, another one gets them in its environment, which is its owner's.
 */
export async function operate(tool, starter) {
  const handedOver = `DUO_${tool.toUpperCase()}_ARGUMENTS`
  if (process.env[handedOver] === undefined) {
    install()
    build('messages')
  }
  const args = process.env[handedOver] === undefined ? process.argv.slice(2) : JSON.parse(process.env[handedOver])
  delete process.env[handedOver]

  if (Number(process.versions.node.split('.')[0]) < 24) {
    const env = { ...process.env, [handedOver]: JSON.stringify(args) }
    const { status, signal } = spawnSync(node, [starter ?? process.argv[1]], { stdio: 'inherit', env })
    process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
  }

  const { register } = await import('tsx/esm/api')
  register()
  const { main } = await import(`./${tool}.ts`)
  process.exitCode = await main(args)
}
