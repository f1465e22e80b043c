/** What a check found. `fault` needs the operator, `note` is worth knowing, `skipped` could not be looked at. */
export interface Finding {
  mark: 'ok' | 'note' | 'fault' | 'skipped'
  /** What holds now. Never a password, key or token. */
  says: string
  /** What to do about it. */
  todo?: string
}

export interface Check {
  name: string
  run: () => Promise<Finding>
}

export const ok = (says: string): Finding => ({ mark: 'ok', says })
export const note = (says: string, todo?: string): Finding => ({ mark: 'note', says, ...(todo !== undefined && { todo }) })
export const fault = (says: string, todo: string): Finding => ({ mark: 'fault', says, todo })
export const skipped = (says: string): Finding => ({ mark: 'skipped', says })

const signs = { ok: '✓', note: '•', fault: '✗', skipped: '–' } as const

/** One line: the sign, the name, what holds now, and after an arrow what to do. */
export const lineOf = (name: string, { mark, says, todo }: Finding): string =>
  `${signs[mark]} ${name.padEnd(10)}  ${`${says}${todo === undefined ? '' : ` → ${todo}`}`.replace(/\s*\n\s*/g, ' ')}`
