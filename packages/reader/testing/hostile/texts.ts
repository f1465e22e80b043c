import { type HostileFile, plainText, sentence, utf8 } from './hostile-file.ts'

const wide = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

const noise = (length: number) => Uint8Array.from({ length }, (_, place) => (place * 7919 + ((place * place) % 251)) % 256)

export const names: HostileFile[] = [
  { what: 'a path to the system in the name', name: '../../../../etc/passwd.txt', make: () => utf8(plainText), expected: 'read' },
  { what: 'NUL in the name', name: 'a.txt\0.exe', make: () => utf8(plainText), expected: 'read' },
  { what: 'options of a program as the name', name: '--allow-fs-write=*', make: () => utf8(plainText), expected: 'read' },
  { what: 'a name of ten thousand letters', name: `${'n'.repeat(10_000)}.md`, make: () => utf8(plainText), expected: 'read' },
  { what: 'a name that reads backwards', name: 'invoice\u202Efdp.txt', make: () => utf8(plainText), expected: 'read' },
  { what: 'no name', name: '', make: () => utf8(plainText), expected: 'read' },
]

export const texts: HostileFile[] = [
  { what: 'no bytes', name: 'a.pdf', make: () => new Uint8Array(), expected: 'empty' },
  { what: 'blank space', name: 'a.txt', make: () => utf8(' \n\t '.repeat(5000)), expected: 'empty' },
  { what: 'a byte order mark alone', name: 'a.txt', make: () => utf8('\uFEFF'), expected: 'empty' },
  { what: 'characters without a shape', name: 'a.txt', make: () => utf8('\u200B\u2060\u202E'.repeat(5000)), expected: 'empty' },
  { what: 'NUL alone', name: 'a.txt', make: () => new Uint8Array(5000), expected: 'unknown_type' },
  { what: 'NUL within words', name: 'a.txt', make: () => utf8(`${plainText}pass\0word`), expected: 'read' },
  { what: 'noise', name: 'a.txt', make: () => noise(50_000), expected: 'unknown_type' },
  { what: '5 MB on one line', name: 'a.txt', make: () => utf8(sentence.repeat(75_000)), expected: 'read' },
  { what: '5 MB without a blank', name: 'a.txt', make: () => utf8('x'.repeat(5_000_000)), expected: 'read' },
  { what: '5 MB of Chinese without a full stop', name: 'a.txt', make: () => utf8('面包'.repeat(800_000)), expected: 'read' },
  { what: 'text that reads backwards', name: 'a.txt', make: () => utf8(`\u202E${plainText}\u2066`), expected: 'read' },
  {
    what: 'orders in tag characters',
    name: 'a.txt',
    make: () => utf8(plainText.replaceAll('.', '\u{E0041}\u{E0042}.')),
    expected: 'read',
  },
  {
    what: 'a thousand accents on a letter',
    name: 'a.txt',
    make: () => utf8(`a${'\u0301'.repeat(100_000)} ${plainText}`),
    expected: 'read',
  },
  { what: 'UTF-16 without a mark', name: 'a.txt', make: () => wide(plainText, false), expected: 'read' },
  { what: 'UTF-16, the other way round', name: 'a.txt', make: () => wide(`\uFEFF${plainText}`, true), expected: 'read' },
  {
    what: 'halves of pairs in UTF-16',
    name: 'a.txt',
    make: () => wide(`\uFEFF${plainText}\uD800 \uDC00`, false),
    expected: 'read',
  },
  {
    what: 'Latin-1',
    name: 'a.txt',
    make: () => Buffer.from('O pão é bom. A lição não terminou. '.repeat(20), 'latin1'),
    expected: 'read',
  },
  {
    what: 'two encodings in one file',
    name: 'a.txt',
    make: () => Buffer.concat([utf8('O pão é bom e a lição não terminou. '.repeat(20)), Buffer.from('é', 'latin1')]),
    expected: 'read',
  },
]

export const markups: HostileFile[] = [
  {
    what: 'quotations in quotations',
    name: 'a.md',
    make: () => utf8(`# Bread\n${'>'.repeat(20_000)} ${sentence}`),
    expected: 'read',
  },
  { what: 'lists in lists', name: 'a.md', make: () => utf8(`# Bread\n${'- '.repeat(20_000)}${sentence}`), expected: 'read' },
  {
    what: 'brackets that never close',
    name: 'a.md',
    make: () => utf8(`# Bread\n${'['.repeat(50_000)}${sentence}`),
    expected: 'read',
  },
  {
    what: 'emphasis that never ends',
    name: 'a.md',
    make: () => utf8(`# Bread\n${'*a_ '.repeat(20_000)}${sentence}`),
    expected: 'read',
  },
  {
    what: 'elements in elements',
    name: 'a.html',
    make: () => utf8(`<html><body>${'<div>'.repeat(100_000)}${sentence}`),
    expected: 'read',
  },
  {
    what: 'a page that is a script',
    name: 'a.html',
    make: () => utf8(`<html><script>${'while(1);'.repeat(1000)}</script></html>`),
    expected: 'no_text',
  },
  {
    what: 'an attribute of 2 MB',
    name: 'a.html',
    make: () => utf8(`<html><body><p title="${'t'.repeat(2_000_000)}">${plainText}`),
    expected: 'read',
  },
  {
    what: 'a link to the network',
    name: 'a.html',
    make: () =>
      utf8(
        `<html><meta http-equiv="refresh" content="0;url=http://192.0.2.1/"><img src="http://192.0.2.1/a.png"><p>${plainText}`,
      ),
    expected: 'read',
  },
  {
    what: 'comments that never end',
    name: 'a.html',
    make: () => utf8(`<html><body><p>${plainText}${'<!--'.repeat(50_000)}`),
    expected: 'read',
  },
  {
    what: 'a drawing with a script',
    name: 'a.html',
    make: () => utf8(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`),
    expected: 'unknown_type',
  },
  {
    what: 'a quotation mark that never closes',
    name: 'a.csv',
    make: () => utf8(`question,answer\n"Why?,${plainText}\n`),
    expected: 'broken',
  },
  {
    what: 'a cell of 6 MB',
    name: 'a.csv',
    make: () => utf8(`name,text\nbread,"${sentence.repeat(90_000)}"\n`),
    expected: 'broken',
  },
  {
    what: 'fifty thousand columns',
    name: 'a.csv',
    make: () => utf8(`${'name,'.repeat(50_000)}\n${'bread,'.repeat(50_000)}\n`),
    expected: 'read',
  },
  { what: 'formulas', name: 'a.csv', make: () => utf8(`name;price\n=cmd|'/c calc'!A1;12\n@SUM(1);13\n`), expected: 'read' },
  {
    what: 'times that no video has',
    name: 'a.srt',
    make: () => utf8(`1\n99:99:99,999 --> 00:00:00,000\n${sentence}\n\n2\nxx --> yy\nlost\n`),
    expected: 'broken',
  },
  {
    what: 'cues without text',
    name: 'a.vtt',
    make: () => utf8(`WEBVTT\n\n${'00:01.000 --> 00:02.000\n\n'.repeat(20_000)}`),
    expected: 'empty',
  },
  { what: 'a document of another program', name: 'a.rtf', make: () => utf8('{\\rtf1\\ansi bread}'), expected: 'unknown_type' },
]
