/** A check's result. A `fault` needs the operator, a `note` is informational. */
export interface Finding {
  mark: 'ok' | 'note' | 'fault' | 'skipped'
  /** Current state. Never contains a password, key or token. */
  says: string
  todo?: string
}

export const ok = (says: string): Finding => ({ mark: 'ok', says })
export const note = (says: string, todo?: string): Finding => ({ mark: 'note', says, ...(todo !== undefined && { todo }) })
export const fault = (says: string, todo: string): Finding => ({ mark: 'fault', says, todo })
export const skip = (says: string): Finding => ({ mark: 'skipped', says })

const signs = { ok: '✓', note: '•', fault: '✗', skipped: '–' } as const

export const lineOf = (name: string, { mark, says, todo }: Finding): string =>
  `${signs[mark]} ${name.padEnd(10)}  ${`${says}${todo === undefined ? '' : ` → ${todo}`}`.replace(/\s*\n\s*/g, ' ')}`
