/** Spaces where a line must not break: in a name with initials, «ст. 20.2 ч. 5», a number with its unit. */
const inside: readonly RegExp[] = [
  /(?<=\p{Lu}\.) ?(?=\p{Lu}\.)/gu,
  /(?<=\p{Ll}) (?=\p{Lu}\.)/gu,
  /(?<=(?:^|[\s(«])(?:ст|ч|п|г|№)\.?) (?=[\d\p{Lu}])/gu,
  /(?<=\d) (?=ч\.)/gu,
  /(?<=\d) (?=(?:₽|руб|дел|дн|лет|год|мес|сут|час|суд|лиц|январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр))/gu,
]
/** Replaces these spaces with no-break spaces. */
export const noBreak = (text: string): string => inside.reduce((joined, space) => joined.replace(space, '\u00a0'), text)

/** In quotation marks, with inner ones as „…“. For display only: search text keeps its own marks. */
export const inQuotes = (text: string): string =>
  `«${text
    .replace(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`
