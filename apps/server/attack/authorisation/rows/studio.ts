import { none, type Row, session } from '../authorisation-rows.ts'

const id = '0e5a1f1e-0000-4000-8000-000000000000'

export const rows: Record<string, Row> = {
  'studio.list': session(none, 'own'),
  'studio.add': session(() => ({ text: 'one' }), 'own'),
  'studio.remove': session(() => ({ id }), 'own'),
}
