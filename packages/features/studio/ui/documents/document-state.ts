import { m } from '@duo/platform/i18n/messages.ts'
import type { DocumentVersion, ReadingRefusal, UploadRefusal } from '../../schema.ts'

const refusals: Record<ReadingRefusal, () => string> = {
  unknown_type: m.studio_refusal_unknown_type,
  broken: m.studio_refusal_broken,
  password: m.studio_refusal_password,
  too_many_pages: m.studio_refusal_too_many_pages,
  too_slow: m.studio_refusal_too_slow,
  too_large: m.studio_refusal_too_large,
  no_text: m.studio_refusal_no_text,
  empty: m.studio_refusal_empty,
  too_many_passages: m.studio_refusal_too_many_passages,
}

const recording = /\.(?:mp4|m4v|mov|webm|mkv|avi|3gp|mp3|m4a|wav|aac|ogg|opus|flac)$/i

/** Why a file could not be read, and what to do. */
export const refusalText = (refusal: ReadingRefusal | null, name: string) =>
  recording.test(name) ? m.studio_refusal_recording() : (refusals[refusal ?? 'broken'] ?? refusals.broken)()

const uploadRefusals: Record<UploadRefusal, () => string> = {
  empty: m.studio_refusal_empty,
  too_large: m.studio_upload_too_large,
  too_many_files: m.studio_upload_too_many,
  quota: m.studio_upload_quota,
  quota_passages: m.studio_upload_quota_passages,
  disk_full: m.studio_upload_disk_full,
}

/** Why a file was not taken. A video is usually also too large. */
export function uploadRefusalText(refusal: UploadRefusal | null, name: string): string {
  if (refusal === null) return m.studio_upload_failed()
  return refusal === 'too_large' && recording.test(name) ? m.studio_refusal_recording() : uploadRefusals[refusal]()
}

/** A line about a version, and its share that is done: null when there is nothing to measure. */
export function progressOf({ state, size, received, pages, pagesRead, passages }: DocumentVersion): {
  text: string
  share: number | null
} {
  switch (state) {
    case 'uploading':
      return { text: m.studio_state_uploading({ percent: Math.floor((received / size) * 100) }), share: received / size }
    case 'waiting':
      return { text: m.studio_state_waiting(), share: 0 }
    case 'reading':
      return pages === null || pagesRead === null
        ? { text: m.studio_state_reading_passages({ passages }), share: null }
        : { text: m.studio_state_reading({ page: Math.min(pagesRead, pages), pages }), share: pagesRead / pages }
    case 'ready':
      return { text: m.studio_state_ready({ passages }), share: null }
    case 'failed':
      return { text: m.studio_state_failed(), share: null }
  }
}

/** `3 to 9, 12`: neighbouring pages as ranges. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else ranges.push([page, page])
  }
  const texts = ranges.map(([first, last]) => (first === last ? String(first) : m.studio_range({ first, last })))
  return texts.length > maxRanges ? `${texts.slice(0, maxRanges).join(', ')} …` : texts.join(', ')
}

const maxRanges = 8
