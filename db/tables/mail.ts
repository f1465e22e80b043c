import type { CreatedAt, JsonObject } from './columns.ts'

export interface MailTables {
  caught_mail: CaughtMailTable
}

/** A mail that was not sent because no mail server is configured; `/dev/mail` shows it. */
export interface CaughtMailTable {
  id: string
  message_id: string
  sender: string
  recipient: string
  subject: string
  html: string
  text: string
  headers: JsonObject<Record<string, string>>
  created_at: CreatedAt
}
