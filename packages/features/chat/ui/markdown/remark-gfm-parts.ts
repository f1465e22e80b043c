import type { Root } from 'mdast'
import { findAndReplace } from 'mdast-util-find-and-replace'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import type { Processor } from 'unified'

const bareLink = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g

/**
 * What remark-gfm adds. Its own bare links use lookbehind, which Safari before 16.4 cannot parse, so that no conversation would open.
 */
export function remarkGfmParts(this: Processor) {
  const data = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    gfmFootnote(),
    gfmStrikethrough(),
    gfmTable(),
    gfmTaskListItem(),
  ]
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
  ]
  return (tree: Root) =>
    findAndReplace(tree, [bareLink, (url: string) => ({ type: 'link', url, children: [{ type: 'text', value: url }] })], {
      ignore: ['link', 'linkReference'],
    })
}
