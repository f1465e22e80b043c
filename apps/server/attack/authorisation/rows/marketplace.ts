import { open, type Row, withKeys } from '../authorisation-rows.ts'

export const rows: Record<string, Row> = {
  'marketplace.agents': withKeys(open(() => ({ language: 'en' }))),
  'marketplace.agent': withKeys(open(() => ({ slug: 'ada-lovelace', language: 'en' }))),
}
