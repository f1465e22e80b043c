import { none, type Row, session } from '../authorisation-rows.ts'

export const rows: Record<string, Row> = {
  'billing.subscription': session(none, 'own'),
}
