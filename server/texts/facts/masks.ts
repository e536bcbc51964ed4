/** What courts put in the place of names, addresses and amounts. */
const maskPattern =
  /<[^<>\n]{0,60}>|\{[^{}\n]{0,40}\}|\*{3,}|\[[^\]\n]{0,40}\]|(?<![.\d])\.{3}(?!\.)|(?<!\p{L})(?:ФИО ?-?\d*|Ф\.И\.О\. ?\d*|ДД\.ММ\.ГГГГ|ХХ+|ИЗЪЯТО|Информация скрыта)(?!\p{L})/gu

/** Quickly tells a text without any. */
const maybe = /[<*[{]|\.{3}|ФИО|Ф\.И|ДД\.|ХХ|ИЗЪЯ|скрыта/
const most = 10

/** How many there are, their share of all words (0 to 1), and which. */
export function masksOf(text: string): { count: number; share: number; kinds: string[] } {
  let count = 0
  const kinds = new Set<string>()
  if (!maybe.test(text)) return { count, share: 0, kinds: [] }
  for (const [mask] of text.matchAll(maskPattern)) {
    count += 1
    if (kinds.size < most) kinds.add(mask.toWellFormed())
  }
  if (count === 0) return { count, share: 0, kinds: [] }
  let words = 0
  for (const _ of text.matchAll(/[\p{L}\d]+/gu)) words += 1
  return { count, share: Math.round((count / Math.max(words, count)) * 1e4) / 1e4, kinds: [...kinds] }
}
