import type { PdfLine } from './lines.ts'

/** Removes page numbers, headers and footers. A number is a page number only when it counts pages: «500» may end the text. */
export function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const places = [0, -1] as const
  const numbered = pages.map(lines => lines.slice())
  for (const place of places) {
    const told = numbered.map(lines => pageNumber(lines.at(place)?.text))
    const shift = told.map((number, at) => (number === undefined ? undefined : number - at))
    for (const [at, lines] of numbered.entries())
      if (shift[at] !== undefined && (shift[at] === 1 || shift.filter(one => one === shift[at]).length > 2))
        lines.splice(place, 1)
  }
  for (const place of places) {
    const whole = numbered.map(lines => lines.at(place)?.text)
    const heads = whole.map(head => head?.replace(/\d+/g, '#'))
    const seen = new Set<string | undefined>()
    for (const [at, lines] of numbered.entries()) {
      const head = heads[at]
      const times = heads.filter(one => one === head).length
      if (head === undefined || times < 3 || times * 2 <= pages.length) continue
      const isCounted = whole.some((one, other) => heads[other] === head && one !== whole[at])
      if (isCounted || seen.has(head)) lines.splice(place, 1)
      seen.add(head)
    }
  }
  return numbered
}

const pageNumber = (text = ''): number | undefined => {
  const found =
    /^(?:[-–—]\s*)?(?:(?:стр(?:аница|\.)?|лист)\s*)?(\d{1,4})(?:\s*(?:из|\/)\s*\d{1,4})?(?:\s*[-–—])?$/iu.exec(text)
  return found === null ? undefined : Number(found[1])
}
