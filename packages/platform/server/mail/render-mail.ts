import type { MailContent } from './mail-layout.tsx'

/**
 * The HTML and the plain text of a mail. React Email takes a third of the time in which a server loads, so it is loaded with the first
 * mail.
 */
export async function renderMail(content: MailContent): Promise<{ html: string; text: string }> {
  const { renderLayout } = await import('./mail-layout.tsx')
  return { html: await renderLayout(content), text: plainText(content) }
}

/** For programs without HTML and for people who prefer it: the link stands on a line of its own. */
function plainText({ heading, paragraphs, action, note, footer, leave, publicUrl }: MailContent): string {
  const blocks = [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.href}`] : []), ...(note ? [note] : [])]
  return `${[...blocks, ['-- ', ...footer, ...(leave ? [`${leave.label}: ${leave.href}`] : []), publicUrl].join('\n')].join('\n\n')}\n`
}
