import { m } from '@duo/platform/i18n/messages.ts'
import { type AgentType, joinList, type Niche, type UserType } from '../rules.ts'

/** The form that writes the spreadsheet: where it is, and which of its fields takes which answer. */
export interface FollowUpForm {
  url: string
  fields: Record<'userTypes' | 'niches' | 'agentTypes' | 'description' | 'email' | 'ip', string>
  /** Longest time it gets to answer, ms; 10 s (spec, section 9). */
  timeout?: number
}

/** What one row of the spreadsheet says; options as ids. */
export interface FollowUpRow {
  userTypes: readonly string[]
  niches: readonly string[]
  agentTypes: readonly string[]
  description: string
  email: string
  ip: string
}

/** Sends one row. Throws when the form does not take it; the message carries nothing of the row and may be logged. */
export async function sendRow(form: FollowUpForm, row: FollowUpRow, shutdownSignal: AbortSignal): Promise<void> {
  const response = await fetch(form.url, {
    method: 'POST',
    body: new URLSearchParams(fieldsOf(form, row)),
    signal: AbortSignal.any([AbortSignal.timeout(form.timeout ?? 10_000), shutdownSignal]),
  }).catch((error: unknown) => {
    throw spreadsheetError(errorCode(error), 'did not answer')
  })
  await response.body?.cancel().catch(() => {}) // what it says is a page for people
  if (!response.ok) throw spreadsheetError(`http_${response.status}`, 'refused a row')
}

const spreadsheetError = (code: string, what: string) =>
  Object.assign(new Error(`the spreadsheet form ${what} (${code})`), { code })

/** `TimeoutError`, `AbortError`, or the code of what broke the connection. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

function fieldsOf({ fields }: FollowUpForm, row: FollowUpRow): [field: string, value: string][] {
  return [
    [fields.userTypes, joinLabels(userTypeLabels, row.userTypes)],
    [fields.niches, joinLabels(nicheLabels, row.niches)],
    [fields.agentTypes, joinLabels(agentTypeLabels, row.agentTypes)],
    [fields.description, row.description],
    [fields.email, row.email],
    [fields.ip, row.ip],
  ].map(([field = '', value = '']) => [field, escapeFormula(value)])
}

/** What a spreadsheet would run as a formula gets a ' in front, as in the operator's export: people type descriptions and addresses. */
const escapeFormula = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

type Label = (inputs: Record<string, never>, options: { locale: 'en' }) => string

/** The spreadsheet speaks English whatever the person's language; an option that has been given up shows its id. */
const joinLabels = (labels: Record<string, Label>, ids: readonly string[]) =>
  joinList(ids.map((id) => labels[id]?.({}, { locale: 'en' }) ?? id))

const userTypeLabels: Record<UserType, Label> = {
  creator: m.survey_user_type_creator,
  company: m.survey_user_type_company,
  developer: m.survey_user_type_developer,
  student: m.survey_user_type_student,
  other: m.survey_user_type_other,
}

const nicheLabels: Record<Niche, Label> = {
  social_media: m.survey_niche_social_media,
  ecommerce: m.survey_niche_ecommerce,
  productivity: m.survey_niche_productivity,
  marketing: m.survey_niche_marketing,
  freelancers: m.survey_niche_freelancers,
  product: m.survey_niche_product,
  design: m.survey_niche_design,
  development: m.survey_niche_development,
  sales: m.survey_niche_sales,
  education: m.survey_niche_education,
  healthcare: m.survey_niche_healthcare,
  finance: m.survey_niche_finance,
  others: m.survey_niche_others,
}

const agentTypeLabels: Record<AgentType, Label> = {
  chatbot: m.survey_agent_type_chatbot,
  consultant: m.survey_agent_type_consultant,
  content: m.survey_agent_type_content,
  data_analysis: m.survey_agent_type_data_analysis,
  other: m.survey_agent_type_other,
}
