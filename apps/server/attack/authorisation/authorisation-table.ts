/// <reference types="vite/client" />
import type { Row } from './authorisation-rows.ts'

const files = import.meta.glob<{ rows: Record<string, Row> }>('./rows/*.ts', { eager: true })

/** The outcome of every procedure for every actor. The test fails if a procedure is missing or obsolete. */
export const procedureTable: Record<string, Row> = Object.fromEntries(
  Object.values(files).flatMap(({ rows }) => Object.entries(rows)),
)
