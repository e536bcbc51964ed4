/** What courts put in the place of names, addresses and amounts. */
const maskPattern =
  /<[^<>\n]{0,60}>|\*{3,}|\[[^\]\n]{0,40}\]|(?<![.\d])\.{3}(?!\.)|(?<!\p{L})(?:ФИО ?-?\d*|ДД\.ММ\.ГГГГ|ХХ+|ИЗЪЯТО|Информация скрыта)(?!\p{L})/gu

/** Quickly tells a text without any. */
const maybe = /[<*[]|\.{3}|ФИО|ДД\.|ХХ|ИЗЪЯ|скрыта/

export function masksOf(text: string): { count: number; share: number } {
  let count = 0
  if (!maybe.test(text)) return { count, share: 0 }
  for (const _ of text.matchAll(maskPattern)) count += 1
  if (count === 0) return { count, share: 0 }
  let words = 0
  for (const _ of text.matchAll(/[\p{L}\d]+/gu)) words += 1
  return { count, share: Math.round((count / Math.max(words, count)) * 1e4) / 1e4 }
}
