import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    __feature_name___item: __FeatureName__ItemTable
  }
}

export interface __FeatureName__ItemTable {
  id: string
  user_id: string
  text: string
  created_at: CreatedAt
}
