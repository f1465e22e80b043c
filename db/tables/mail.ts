import type { CreatedAt, JsonObject } from './columns.ts'

export interface MailTables {
  caught_mail: CaughtMailTable
}

/** A mail caught for `/dev/mail` instead of being sent. */
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
