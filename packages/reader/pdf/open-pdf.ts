import { getDocumentProxy } from 'unpdf'
import { maxPages } from '../limits.ts'
import { RefusedError } from '../refused-error.ts'

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Only text is asked for: the library runs no script of the document, follows no link and opens no attachment. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const pdf = await opened(bytes)
  if (pdf.numPages > maxPages) throw new RefusedError('too_many_pages')
  if (pdf.numPages < 1) throw new RefusedError('broken')
  return pdf
}

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize: 1,
      verbosity: 0,
    })
  } catch (error) {
    throw new RefusedError(error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken')
  }
}
