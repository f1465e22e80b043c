import type { Locale } from '../../shared/locale.ts'

export type MailContent = {
  locale: Locale
  /** What inboxes show after the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  /** The one thing to do; `href` is absolute. */
  action?: { label: string; href: string }
  /** An aside below the action: how long the link holds, what to do if it was not you. */
  note?: string
  /** Why this mail came, one paragraph each. */
  footer: string[]
  /** The way out of further mails, below the footer; `href` is absolute. */
  leave?: { label: string; href: string }
  /** The site's address; its host is shown at the end. */
  publicUrl: string
}

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
