import { open, type Row, withKeys } from '../authorisation-rows.ts'

export const rows: Record<string, Row> = {
  'blog.articles': withKeys(open(() => ({ language: 'en' }))),
  'blog.article': withKeys(open(() => ({ slug: 'no-such-article', language: 'en' }))),
}
