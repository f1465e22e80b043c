import { oneLine } from '../plain-text.ts'
import type { Pdf } from './open-pdf.ts'

/** A heading as the document's own bookmarks name it. */
export interface Bookmark {
  title: string
  /** From 0. */
  depth: number
  page: number
  /** Where on the page, in points from below. */
  top: number | null
}

const maxBookmarks = 5000
const maxDepth = 8

type Node = Awaited<ReturnType<Pdf['getOutline']>>[number]

/** By page. */
export async function bookmarks(pdf: Pdf): Promise<Map<number, Bookmark[]>> {
  const byPage = new Map<number, Bookmark[]>()
  try {
    const steps = ((await pdf.getOutline()) ?? []).map((node) => ({ node, depth: 0 })).toReversed()
    let count = 0
    for (let step = steps.pop(); step && count < maxBookmarks; step = steps.pop()) {
      const { node, depth } = step
      count += 1
      const bookmark = await bookmarkOf(pdf, node, depth)
      if (bookmark) byPage.set(bookmark.page, [...(byPage.get(bookmark.page) ?? []), bookmark])
      if (depth < maxDepth) steps.push(...node.items.map((child: Node) => ({ node: child, depth: depth + 1 })).toReversed())
    }
  } catch {
    // bookmarks that cannot be read are no reason to refuse the pages
  }
  return byPage
}

async function bookmarkOf(pdf: Pdf, node: Node, depth: number): Promise<Bookmark | null> {
  const title = oneLine(node.title ?? '')
  const target: unknown[] | null = typeof node.dest === 'string' ? await pdf.getDestination(node.dest) : node.dest
  const page = await pageOf(pdf, target?.[0])
  if (title === '' || page === null) return null
  const top = target?.[3]
  return { title, depth, page, top: typeof top === 'number' ? top : null }
}

async function pageOf(pdf: Pdf, target: unknown): Promise<number | null> {
  if (typeof target === 'number') return target + 1
  if (!isReference(target)) return null
  try {
    return (await pdf.getPageIndex(target)) + 1
  } catch {
    return null
  }
}

const isReference = (target: unknown): target is { num: number; gen: number } =>
  typeof target === 'object' && target !== null && 'num' in target && 'gen' in target
