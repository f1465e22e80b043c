/** Of the element around a reply's blocks, rendered by the server or by the browser. Stored HTML has no classes of its own for these. */
export const replyClasses = [
  'grid gap-3 wrap-anywhere *:min-w-0 [&_li]:my-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-5',
  '[&_a]:text-link [&_a]:wrap-anywhere [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-4 [&_hr]:border-line',
  '[&_code]:text-[0.92em] [&_code]:[font-family:ui-monospace,monospace]',
  '[&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-paper-sunk [&_pre]:p-3 [&_pre]:text-sm',
  '[&_table]:text-sm [&_table]:wrap-normal [&_td]:border-t [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:text-left',
].join(' ')
