import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { m } from '@duo/platform/i18n/messages.ts'
import { html } from '@duo/platform/server/html/html.ts'
import { bilingualPage, homeLink } from '../visitor/refusal.ts'

/** ms in which a client may read the response. Closing at once resets the connection while it still sends, and it sees no page. */
const lingerTime = 2_000

/** Expires every cookie that scripts can read, for each path and domain that may have set it, and loads the page again. */
const clearScript = `for (const button of document.querySelectorAll('button')) button.onclick = () => {
  const past = '=; Max-Age=0'
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, i) => '; Domain=' + labels.slice(i).join('.'))]
  const folders = location.pathname.split('/')
  const paths = ['/', ...folders.flatMap((_, i) => { const path = folders.slice(0, i + 1).join('/'); return [path, path + '/'] })]
  for (const name of document.cookie.split('; ').map((cookie) => cookie.split('=')[0]))
    for (const path of paths) for (const domain of domains) for (const secure of ['', '; Secure'])
      document.cookie = name + past + '; Path=' + path + domain + secure
  // reading waits until the browser has stored what was written, which the next request must not overtake
  if (document.cookie !== null) location.reload()
}`

const scriptHash = createHash('sha256').update(clearScript).digest('base64')

const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

/** Nothing is deleted before the press: otherwise a long link could sign people out. */
const tooLarge = () =>
  bilingualPage(
    (locale) => m.ui_large_headers_title({}, { locale }),
    (locale) =>
      html`<p>${m.ui_large_headers_text({}, { locale })}</p><p><button type="button">${m.ui_large_headers_clear({}, { locale })}</button></p><p>${m.ui_large_headers_again({}, { locale })}</p>${homeLink(locale)}`,
  ).replace('</body>', () => `<script>${clearScript}</script></body>`)

const badRequest = () =>
  bilingualPage(
    (locale) => m.ui_bad_request_title({}, { locale }),
    (locale) => html`<p>${m.ui_bad_request_text({}, { locale })}</p>${homeLink(locale)}`,
  )

interface Failure {
  line: string
  page: () => string
}

const failures: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', page: tooLarge },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', page: badRequest },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { line: '413 Payload Too Large', page: badRequest },
}

const otherFailure: Failure = { line: '400 Bad Request', page: badRequest }

interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

/** Answers a request that Node's parser refuses, for which there is no response object. */
export function refuseUnparsed(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { line, page } = failures[error.code ?? ''] ?? otherFailure
  const body = page()
  const headers = [
    `HTTP/1.1 ${line}`,
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Content-Security-Policy: ${policy}`,
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: DENY',
    // a long address would be too long again in the Referer of the link home
    'Referrer-Policy: no-referrer',
    'Connection: close',
  ]
  // a body after a HEAD request would be read as the next response
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD '
  socket.end(`${headers.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
  setTimeout(() => socket.destroy(), lingerTime).unref()
}
