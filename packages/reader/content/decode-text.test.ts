import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

/** The bytes of a text in an encoding of one byte a character. */
function encode(text: string, encoding: string): Uint8Array {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (letter) => table.indexOf(letter))
}

const russian = 'Хлеб нужно выпекать при температуре двести двадцать градусов сорок минут. Закваска поднимается всю ночь.'
const portuguese = 'O pão assa por quarenta minutos. O fermento cresce a noite toda na geladeira e não se mexe até amanhã.'

test.each([
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['iso-8859-5', russian],
  ['windows-1253', 'Το ψωμί ψήνεται στους διακόσιους είκοσι βαθμούς για σαράντα λεπτά. Το προζύμι φουσκώνει όλη τη νύχτα.'],
  ['windows-1254', 'Ekmek iki yüz yirmi derecede kırk dakika pişirilir. Ekşi maya bütün gece buzdolabında kabarır.'],
  ['windows-1250', 'Chleb piecze się w dwustu dwudziestu stopniach przez czterdzieści minut. Zakwas rośnie całą noc w lodówce.'],
  ['iso-8859-2', 'Chléb se peče při dvou stech dvaceti stupních čtyřicet minut. Kvásek roste celou noc v lednici.'],
  ['windows-1255', 'את הלחם אופים במאתיים ועשרים מעלות במשך ארבעים דקות. המחמצת תופחת כל הלילה במקרר.'],
  ['windows-1256', 'يخبز الخبز على درجة حرارة مئتين وعشرين لمدة أربعين دقيقة. تترك الخميرة طوال الليل في الثلاجة.'],
  ['windows-1252', portuguese],
  ['windows-1252', 'Don’t open the oven – “not even once” – until it’s done. It costs £4.'],
  ['windows-1252', 'Pão de queijo: não é difícil'],
  ['macintosh', portuguese],
  ['macintosh', 'Pergunta;Resposta\nQual é o preço?;R$ 40 o pão\nVocês entregam?;Não, só no balcão\n'],
  ['macintosh', 'Don’t open the oven – “not even once” – until it’s done.'],
])('a text in %s is read: %s', (encoding, text) => {
  expect(decodeText(encode(text, encoding))).toBe(text)
})

test('a Japanese text in Shift JIS is read', () => {
  const bytes = Buffer.from('8370839382cd93f1955393f18f5c937882c58e6c8f5c95aa8fc482ab82dc82b78142', 'hex')
  expect(decodeText(bytes)).toBe('パンは二百二十度で四十分焼きます。')
})
