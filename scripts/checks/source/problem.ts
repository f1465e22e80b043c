export interface Problem {
  path: string
  line?: number
  message: string
}

export function report(subject: string, problems: Problem[]): void {
  const lines = problems.map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`} ${message}`)
  for (const line of [...new Set(lines)].sort()) console.log(line)
  console.log(
    problems.length === 0
      ? `${subject}: no problems`
      : `${subject}: ${problems.length} problem${problems.length === 1 ? '' : 's'}`,
  )
  if (problems.length > 0) process.exitCode = 1
}
