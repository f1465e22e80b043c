/** Marks of Markdown are letters of the document; `[1]` would be taken for a citation. */
export const escapeMarkdown = (text: string) =>
  text.replace(/[\\`*_[\]<>#|~]/g, '\\$&').replace(/^(?:(\d{1,9})(?=[.)]\s)|(?=[-+]\s))/, '$1\\')

/** A quotation with the paragraphs and lines of its document. */
export const quotation = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `> ${paragraph.split('\n').map(quotedLine).join('  \n> ')}`)
    .join('\n>\n')

const quotedLine = (line: string) => escapeMarkdown(line.trim())
