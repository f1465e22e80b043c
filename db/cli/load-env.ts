import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Adds the settings of a file to an environment, which takes precedence. Unlike `process.loadEnvFile`, reads what Windows writes: with
 * a byte order mark, the first setting would be lost; PowerShell's `>` writes UTF-16. Throws if the file cannot be read.
 */
export function loadEnv(file: string, env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(parseEnv(textOf(readFileSync(file))))) env[name] ??= value
}

function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}
