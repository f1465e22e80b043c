import { writeFileSync } from 'node:fs'

/** Vitest reporter: writes errors outside tests beside the JSON report, which lacks them. */
export default class UnhandledErrors {
  onInit({ config }) {
    this.file = `${config.outputFile}.errors`
  }

  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stacks }) => {
      const at = stacks?.[0]
      return `${name}: ${message}${at ? ` at ${at.file}:${at.line}` : ''}`
    })
    writeFileSync(this.file, JSON.stringify(texts))
  }
}
