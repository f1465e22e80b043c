import { getDocumentProxy } from 'unpdf'
import { maxPages } from '../limits.ts'
import { RefusedError } from '../refused-error.ts'

type Options = NonNullable<Parameters<typeof getDocumentProxy>[1]>
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Only text is asked for: the library runs no script of the document, follows no link and opens no attachment. */
export async function openPdf(bytes: Uint8Array, options: Options = {}): Promise<Pdf> {
  const pdf = await opened(bytes, options)
  if (pdf.numPages > maxPages) throw new RefusedError('too_many_pages')
  if (pdf.numPages < 1) throw new RefusedError('broken')
  return pdf
}

async function opened(bytes: Uint8Array, options: Options): Promise<Pdf> {
  try {
    // the library keeps the bytes that it is given
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize: 1,
      verbosity: 0,
      ...options,
    })
  } catch (error) {
    throw new RefusedError(error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken')
  }
}
