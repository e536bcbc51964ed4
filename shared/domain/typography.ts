/** Spaces at which a line must not end: in a name with initials, «ст. 20.2 ч. 5», a number with what it counts. */
const inside: readonly RegExp[] = [
  /(?<=\p{Lu}\.) ?(?=\p{Lu}\.)/gu,
  /(?<=\p{Ll}) (?=\p{Lu}\.)/gu,
  /(?<=(?:^|[\s(«])(?:ст|ч|п|г|№)\.?) (?=[\d\p{Lu}])/gu,
  /(?<=\d) (?=ч\.)/gu,
  /(?<=\d) (?=(?:₽|руб|дел|дн|лет|год|мес|сут|час|суд|лиц|январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр))/gu,
]
/** The same text with no-break spaces there. */
export const noBreak = (text: string): string => inside.reduce((joined, space) => joined.replace(space, '\u00a0'), text)

/** In quotation marks; those inside become „…“. For reading: what is searched for keeps its own. */
export const inQuotes = (text: string): string =>
  `«${text
    .replace(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`
