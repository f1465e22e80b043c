import { archive, chapter, docx, epub, wordDocument, wordParagraph } from '../make-archive.ts'
import { type HostileFile, plainText, utf8 } from './hostile-file.ts'

const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, place) => `<!ENTITY ${'b'.repeat(place + 1)} "${`&${place === 0 ? 'a' : 'b'.repeat(place)};`.repeat(10)}">`).join('')}]>`
const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
const paragraph = wordParagraph(plainText)
const document = wordDocument(paragraph)
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Changes what the list of an archive says of a part: its flags (8), or its size (24). */
function claiming(bytes: Uint8Array, part: string, offset: number, value: number): Uint8Array {
  const buffer = Buffer.from(bytes)
  const name = buffer.lastIndexOf(part)
  buffer.writeUInt32LE(value, name - 46 + offset)
  return buffer
}

const xml = (text: string) => wordDocument(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`, laughs)

export const archives: HostileFile[] = [
  { what: '60 MB in 60 kB', name: 'a.docx', make: () => docx(wordDocument(' '.repeat(60_000_000))), expected: 'too_large' },
  {
    what: 'ten thousand parts',
    name: 'a.docx',
    make: () => docx(document, Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`word/p${place}.xml`, 'x']))),
    expected: 'too_large',
  },
  {
    what: 'a part that claims 4 GB',
    name: 'a.docx',
    make: () => claiming(docx(document), 'word/document.xml', 24, 0xfffffff0),
    expected: 'too_large',
  },
  {
    what: 'a part that hides its size',
    name: 'a.docx',
    make: () => claiming(docx(wordDocument(paragraph.repeat(500))), 'word/document.xml', 24, 100),
    expected: 'broken',
  },
  {
    what: 'a part with a password',
    name: 'a.docx',
    make: () => claiming(docx(document), 'word/document.xml', 8, 0x00080001),
    expected: 'password',
  },
  { what: 'an archive that was cut off', name: 'a.docx', make: () => docx(document).subarray(0, 900), expected: 'broken' },
  {
    what: 'an archive in an archive',
    name: 'a.docx',
    make: () => archive({ 'a.zip': archive({ 'b.zip': plainText }) }),
    expected: 'unknown_type',
  },
  {
    what: 'a path to the system in an archive',
    name: 'a.docx',
    make: () => docx(document, { '../../../../etc/cron.d/x': plainText }),
    expected: 'read',
  },
  {
    what: 'a table instead of a text',
    name: 'a.docx',
    make: () => archive({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }),
    expected: 'unknown_type',
  },
  { what: 'a billion laughs in Word', name: 'a.docx', make: () => docx(xml('&bbbbbbbbbbbb;')), expected: 'broken' },
  {
    what: 'a file of the system as an entity',
    name: 'a.docx',
    make: () => docx(wordDocument(wordParagraph('&a;'), external)),
    expected: 'broken',
  },
  { what: 'no XML in Word', name: 'a.docx', make: () => docx('not XML'), expected: 'broken' },
  {
    what: 'elements in elements in Word',
    name: 'a.docx',
    make: () => docx(wordDocument(`${'<w:p><w:r>'.repeat(20_000)}`)),
    expected: 'broken',
  },
  { what: 'Word without a word', name: 'a.docx', make: () => docx(wordDocument('<w:p/>')), expected: 'no_text' },
  {
    what: 'macros',
    name: 'a.docm',
    make: () => docx(document, { 'word/vbaProject.bin': new Uint8Array(1000) }),
    expected: 'read',
  },
  {
    what: 'a template from the network',
    name: 'a.docx',
    make: () =>
      docx(document, {
        'word/_rels/document.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="http://192.0.2.1/a.dotm" TargetMode="External"/></Relationships>',
      }),
    expected: 'read',
  },
  {
    what: 'Word before 2007',
    name: 'a.doc',
    make: () => Buffer.concat([Buffer.from(compound), Buffer.alloc(5000)]),
    expected: 'unknown_type',
  },
  {
    what: 'Word with a password',
    name: 'a.docx',
    make: () => Buffer.concat([Buffer.from(compound), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    expected: 'password',
  },
]

const goodChapter = chapter(`<h1>Bread</h1><p>${plainText}</p>`)

export const books: HostileFile[] = [
  {
    what: 'a billion laughs in a book',
    name: 'a.epub',
    make: () => epub({ chapters: { 'a.xhtml': chapter('<p>&bbbbbbbbbbbb;</p>', laughs) } }),
    expected: 'broken',
  },
  {
    what: 'a chapter of the system',
    name: 'a.epub',
    make: () => epub({ chapters: { '../../../../etc/passwd': '', 'a.xhtml': goodChapter } }),
    expected: 'read',
  },
  { what: 'a book without chapters', name: 'a.epub', make: () => epub({ chapters: {} }), expected: 'broken' },
  {
    what: 'a book without a list',
    name: 'a.epub',
    make: () => archive({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }),
    expected: 'broken',
  },
  {
    what: 'a book of pictures',
    name: 'a.epub',
    make: () => epub({ chapters: { 'a.xhtml': chapter('<img src="a.png"/>') } }),
    expected: 'no_text',
  },
  {
    what: 'a book with scripts',
    name: 'a.epub',
    make: () =>
      epub({
        chapters: { 'a.xhtml': chapter(`<script>while(1);</script><iframe src="http://192.0.2.1/"/><p>${plainText}</p>`) },
      }),
    expected: 'read',
  },
  {
    what: 'a book that a shop has locked',
    name: 'a.epub',
    make: () =>
      epub({
        chapters: { 'a.xhtml': 'x' },
        more: {
          'META-INF/encryption.xml':
            '<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="OEBPS/a.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>',
        },
      }),
    expected: 'password',
  },
  {
    what: 'a book that is a bomb',
    name: 'a.epub',
    make: () => epub({ chapters: { 'a.xhtml': chapter(`<p>${'a '.repeat(20_000_000)}</p>`) } }),
    expected: 'too_large',
  },
]

export const programs: HostileFile[] = [
  {
    what: 'a program called a document',
    name: 'a.docx',
    make: () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(3000)]),
    expected: 'unknown_type',
  },
  {
    what: 'a picture called a document',
    name: 'a.pdf',
    make: () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.alloc(3000)]),
    expected: 'unknown_type',
  },
  {
    what: 'a picture that is a script, too',
    name: 'a.txt',
    make: () => Buffer.concat([utf8('GIF89a/*'), Buffer.alloc(2000), utf8('*/=1;alert(1)')]),
    expected: 'unknown_type',
  },
  {
    what: 'a packed file called a book',
    name: 'a.epub',
    make: () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), Buffer.alloc(2000)]),
    expected: 'unknown_type',
  },
  { what: 'Word called a table', name: 'a.csv', make: () => docx(document), expected: 'read' },
]
