/** Of the element around a reply's blocks, rendered by the server or by the browser. */
export const replyClasses = 'grid gap-3 wrap-anywhere *:min-w-0'
