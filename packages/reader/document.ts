import type { Locale } from '@duo/platform/shared/locale.ts'

export type FileType = 'pdf' | 'docx' | 'markdown' | 'text' | 'html' | 'epub' | 'subtitles' | 'csv'

/** Where in its document a text stands. */
export interface Place {
  /** From the chapter inwards. */
  headings: string[]
  /** Counted from 1. */
  page: number | null
  /** Of a video's transcript. */
  second: number | null
  /** Counted from 1; of plain text, Markdown and CSV. */
  line: number | null
}

/** A paragraph with its place. */
export interface Block extends Place {
  text: string
  /** A question that the text answers, from a CSV of questions and answers. */
  question?: string
}

/** What the readers of formats return. */
export interface SourceBlock extends Block {
  /** The same paragraph as the block before, on another page. */
  continues?: boolean
}

/** Says where a passage's text stands from a letter on. */
export interface Mark extends Place {
  /** The letter, counted from 0. */
  at: number
}

/** Its own place is that of its beginning. */
export interface Passage extends Block {
  /** Last page, where the passage ends on another. */
  lastPage: number | null
  /** Where its text stands elsewhere than its beginning, in their order. */
  marks: Mark[]
}

/** Each becomes one clear sentence in both languages. */
export type Refusal =
  /** The contents are of a type that is not read, whatever the name says. */
  | 'unknown_type'
  /** The type is known, but the file is damaged, or it is made to do harm. */
  | 'broken'
  | 'password'
  /** More than 3,000 pages. */
  | 'too_many_pages'
  | 'too_slow'
  /** Unpacked, or read, it is larger than any document that people read; or reading it took too much memory. */
  | 'too_large'
  /** Pages that are pictures. */
  | 'no_text'
  /** The file has no bytes, or only blank space. */
  | 'empty'

export type ReaderEvent =
  | { kind: 'opened'; type: FileType; title: string | null; pages: number | null }
  /** `pagesRead` so far; null of a type without pages. */
  | { kind: 'passages'; passages: Passage[]; pagesRead: number | null }
  /** The last event of a file that was read. `emptyPages` are pictures; `repeated` counts passages that were merged with a nearly equal one. */
  | { kind: 'done'; language: Locale | null; emptyPages: number[]; repeated: number }
  /** The last event of a file that was not read; passages that came before are void. */
  | { kind: 'refused'; reason: Refusal }
