import type { PlanId } from '../billing/rules.ts'

const MB = 1_000_000

/** Bytes of a file, and files of an agent. */
export const maxFileSize = 20 * MB
export const maxFiles = 200

/** Bytes of one upload request. A lost connection costs at most one. */
export const uploadPartSize = 1024 * 1024

export const maxNameLength = 200
export const maxAgents = 20

export const maxPassageLength = 4_000
export const maxSearchLength = 300
export const passagesPerPage = 50
export const shownResults = 10

export interface StudioQuota {
  /** Of all files of an account. */
  bytes: number
  passages: number
}

/** Of the free plan. The other plans have not announced theirs: the same applies to them. */
const freeQuota: StudioQuota = { bytes: 200 * MB, passages: 20_000 }
const announced: Readonly<Partial<Record<PlanId, StudioQuota>>> = { free: freeQuota }

export const quotaOf = (plan: PlanId): StudioQuota => announced[plan] ?? freeQuota

/** File extensions that the file picker offers. The content decides how a file is read. */
export const fileExtensions = ['.pdf', '.docx', '.md', '.txt', '.html', '.htm', '.epub', '.srt', '.vtt', '.csv']
