import { errorCode as codeOf } from '@duo/db/errors.ts'
import { agentTypeNames, nicheNames, type OptionName, userTypeNames } from '../option-names.ts'
import { joinList } from '../rules.ts'

export interface FollowUpForm {
  url: string
  fields: Record<'userTypes' | 'niches' | 'agentTypes' | 'description' | 'email' | 'ip', string>
  /** ms; default 10 s (spec, section 9). */
  timeout?: number
}

export interface FollowUpRow {
  userTypes: readonly string[]
  niches: readonly string[]
  agentTypes: readonly string[]
  description: string
  email: string
  ip: string
}

/** Throws when the form rejects the row. The message contains nothing of the row, so it may be logged. */
export async function sendRow(form: FollowUpForm, row: FollowUpRow, shutdownSignal: AbortSignal): Promise<void> {
  const response = await fetch(form.url, {
    method: 'POST',
    body: new URLSearchParams(fieldsOf(form, row)),
    signal: AbortSignal.any([AbortSignal.timeout(form.timeout ?? 10_000), shutdownSignal]),
  }).catch((error: unknown) => {
    throw spreadsheetError(failureCode(error), 'did not answer')
  })
  await response.body?.cancel().catch(() => {}) // the body is an HTML page
  if (!response.ok) throw spreadsheetError(`http_${response.status}`, 'refused a row')
}

const spreadsheetError = (code: string, what: string) =>
  Object.assign(new Error(`the spreadsheet form ${what} (${code})`), { code })

function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return codeOf(error.cause) || error.name
}

function fieldsOf({ fields }: FollowUpForm, row: FollowUpRow): [field: string, value: string][] {
  return [
    [fields.userTypes, joinNames(userTypeNames, row.userTypes)],
    [fields.niches, joinNames(nicheNames, row.niches)],
    [fields.agentTypes, joinNames(agentTypeNames, row.agentTypes)],
    [fields.description, row.description],
    [fields.email, row.email],
    [fields.ip, row.ip],
  ].map(([field = '', value = '']) => [field, escapeFormula(value)])
}

/** Prefixes formulas with ' (CSV injection), because users type descriptions and e-mail addresses. */
const escapeFormula = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

/** Uses English for every user. An option that no longer exists shows its id. */
const joinNames = (names: Record<string, OptionName>, ids: readonly string[]) =>
  joinList(ids.map((id) => names[id]?.({}, { locale: 'en' }) ?? id))
