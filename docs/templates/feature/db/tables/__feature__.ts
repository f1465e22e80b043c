import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    __feature_name___item: {
      id: string
      user_id: string
      text: string
      created_at: CreatedAt
    }
  }
}
