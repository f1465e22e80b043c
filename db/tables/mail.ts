import type { Generated } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

declare module './index.ts' {
  interface Database {
    /** A mail caught for `/dev/mail` instead of being sent. */
    caught_mail: {
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

    /** Codes printed beside mailed links (platform/server/mail/mail-codes.ts). */
    mail_code: {
      id: string
      /** Keyed hash of the code's first characters. Several codes may have the same. */
      locator_hash: string
      code_hash: string
      /** Path of the page that the link opens. */
      page: string
      /** Encrypted with a key that needs the code. */
      sealed_token: string
      wrong_tries: Generated<number>
      expires_at: Date
    }
  }
}
