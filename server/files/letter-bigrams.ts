/**
 * How common each pair of letters is in Russian: log2 of its frequency relative to a uniform distribution, from -4 to 5,
 * stored as a digit from 0. Rows are the first letter, columns the second; the last of both is a word boundary; «ё» is
 * «е». Counted in the Russian words of this repository.
 */
const alphabet = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const rows: readonly string[] = [
  '046365361566570666714335340000358', // а
  '301005102015045050030110032400014', // б
  '701016016035056044430100200510037', // в
  '300122004003017040020000000000004', // г
  '604007005023556344040020000330016', // д
  '244564352557581376700214430000018', // е
  '400045003000040001010000000000001', // ж
  '725032002031553000030000002210015', // з
  '325356265556574046702455310000268', // и
  '000020000003013003400001000000007', // й
  '702004006004017054340010000000006', // к
  '620006206032036002040000000270446', // л
  '500007006000236003040000000310036', // м
  '800237008020068005352041000630146', // н
  '568665444566663567701314300000048', // о
  '500005006034007270040000000100025', // п
  '813307206021337103464100200520036', // р
  '513016004065446445860103000340056', // с
  '705006006041357175040001000570027', // т
  '040461532043320434400104320000306', // у
  '400002024000003020000000000100004', // ф
  '201000001000104030010000000000005', // х
  '401004005000003000020000000200003', // ц
  '500005005030040000420000000000006', // ч
  '200006003023010000400000000000000', // ш
  '200005003000000000000000000000001', // щ
  '000002000000000000000000000000020', // ъ
  '023225010503430013400400300000006', // ы
  '000002024030140003400000300000247', // ь
  '000000000000000000400000000000000', // э
  '010020000000000000300003020000004', // ю
  '023022030002120022500122010000117', // я
  '768575477075687878665336400104230', // a boundary
]
const boundary = alphabet.length
const other = boundary + 1
const neutral = 4
const weights = rows.map(row => [...row].map(digit => Number(digit) - neutral))
weights[boundary]?.splice(boundary, 1, 0)

const commonSigns = '\u00a0\u00ad«»·…–—‑‘’‚“”„•№'
const rareSigns = '§°±©®€™×½¼¾²³'
const foreignPenalty = -5
const rarePenalty = -2

const classes = new Uint8Array(0x10000).fill(other)
const penalties = new Int8Array(0x10000).fill(foreignPenalty)
const set = (sign: string, number: number, penalty: number): void => {
  classes[sign.charCodeAt(0)] = number
  penalties[sign.charCodeAt(0)] = penalty
}
for (const sign of rareSigns) set(sign, other, rarePenalty)
for (const sign of commonSigns) set(sign, boundary, 0)
for (let code = 0; code <= 0x7f; code++) set(String.fromCharCode(code), boundary, 0)
for (const [index, letter] of [...alphabet].entries())
  for (const sign of [letter, letter.toUpperCase(), ...(letter === 'е' ? 'ёЁ' : '')]) set(sign, index, 0)

const firstLowercase = 'а'.charCodeAt(0)
const quote = '«'.charCodeAt(0)
const noBreakSpace = 0xa0

/** Sum over pairs of letters: high for Russian, negative for a wrong encoding. */
export function bigramScore(text: string): { sum: number; letters: number } {
  let sum = 0
  let letters = 0
  let before = boundary
  let wasLowercase = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20
    const index = classes[code] ?? other
    const isLetter = index < boundary
    const isLowercase = isLetter && code >= firstLowercase
    if (isLetter) letters += 1
    if ((isLetter && wasLowercase && !isLowercase) || (code === quote && before < boundary)) sum += foreignPenalty
    if (code === noBreakSpace && before < boundary) sum += rarePenalty
    sum += (penalties[code] ?? 0) + (weights[before]?.[index] ?? 0)
    wasLowercase = isLowercase
    before = index
  }
  return { sum, letters }
}
