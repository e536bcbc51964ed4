import { isSame, type Name, namesIn, takesPart } from './names.ts'
import type { Letters } from './plain-letters.ts'
import type { Span } from './sentences.ts'

/** The opening of a decision, up to УСТАНОВИЛ: who decides, of whom, of what. */
const settled = /(?<!\p{L})у ?с ?т ?а ?н ?о ?в ?и ?л ?(?:\(?[аои]\)?)?(?: ?:| ?\n|$)/mu
const longest = 4_000
export function openingOf({ plain }: Letters, until = plain.length): Span {
  const found = settled.exec(plain)?.index
  const end = found !== undefined && found < until ? found : Math.min(longest, until)
  return { start: Math.max(0, end - longest), end }
}

const ofWhom = /(?<!\p{L})(?:(?:в )?отношении|по обвинению|обвиня(?:ются|ется)(?=:)) ?:?(?=[\s«"<{*[])/gu
/** Where nothing else tells it. */
const onTrial = /(?<!\p{L})подсудим(?:ого|ой|ых|ый|ая|ые)(?= )/gu
const farthest = 260
/** Names stand one after another, each perhaps with birth and dwelling. */
const reach = 2_500
const next = /(?:[,;]|(?<!\p{L})и|\n|\d[.)]|его|ее)\s*(?:\p{Ll}+\s){0,4}$/u

/** Those accused, in their order, as the opening names them. */
export function accusedIn({ text, plain }: Letters, opening: Span): Name[] {
  const accused: Name[] = []
  const part = plain.slice(opening.start, opening.end)
  const places = [...part.matchAll(ofWhom)]
  const last =
    places.findLast(({ index }) => !/котор|неустановленн/.test(part.slice(index, index + 24))) ??
    [...part.matchAll(onTrial)].at(0)
  if (last !== undefined) {
    const from = opening.start + last.index + last[0].length
    const written = text.slice(from, Math.min(opening.end, from + reach)).replaceAll('\n', ' ')
    const lines = text.slice(from, Math.min(opening.end, from + reach))
    for (const name of namesIn(written)) {
      const before = lines.slice(0, name.start)
      if (accused.length === 0) {
        if (name.start > farthest) break
        accused.push(name)
      } else if (
        next.test(before) &&
        (!name.isHidden || /^фио|^[^<{*[]/i.test(name.written)) &&
        (name.isHidden
          ? name.start - (accused.at(-1)?.end ?? 0) < 6
          : name.written.split(' ').length > 2 || name.start - (accused.at(-1)?.end ?? 0) < 40) &&
        !takesPart(before.toLowerCase()) &&
        !accused.some(one => isSame(one, name))
      )
        accused.push(name)
    }
  }
  if (accused.length > 0) return accused
  return complaining(text, plain, opening)
}

/** Whom an operative part without an opening convicts, acquits or punishes. */
const ofDecision = '(?:призна(?:ть|в)|оправдать|подвергнуть|привлечь|освободить)'
const [decidedBefore, decidedAfter] = [
  new RegExp(String.raw`(?<!\p{L})${ofDecision}[ \n]$`, 'u'),
  new RegExp(String.raw`^[ \n,–—-]{1,4}${ofDecision}(?!\p{L})`, 'u'),
]
export function decidedIn({ text, plain }: Letters, { start, end }: Span): Name[] {
  const part = plain.slice(start, end)
  const names = namesIn(text.slice(start, end).replaceAll('\n', ' ')).filter(
    name => decidedBefore.test(part.slice(0, name.start)) || decidedAfter.test(part.slice(name.end, name.end + 24)),
  )
  return names.filter((name, at) => names.findIndex(one => isSame(one, name)) === at)
}

/** Where no «в отношении» tells it: in whose interest it was complained, or who was convicted. */
const interests = /(?<!\p{L})(?:в (?:интересах|защиту)|поданн\p{L}{2,3} в интересах)\s/gu
const complaint = /(?<!\p{L})жалоб\p{L}{1,2}\s/gu
const convicted =
  /(?<!\p{L})(?:осужден|признан|привлечен|подвергнут|оправдан)(?:а|ы|о|ный|ная)?(?!\p{L})|(?<=\p{L} )[–-] по (?=[пчс])/gu
function complaining(text: string, plain: string, { start, end }: Span): Name[] {
  const part = plain.slice(start, end)
  const written = text.slice(start, end).replaceAll('\n', ' ')
  const names = namesIn(written).filter(({ start: at }) => !takesPart(part.slice(0, at)))
  for (const { index, 0: words } of part.matchAll(interests)) {
    const at = index + words.length
    const found = names.find(name => name.start >= at && name.start - at < 60)
    if (found !== undefined) return [found]
  }
  const condemned = [...part.matchAll(convicted)].flatMap(({ index }) => {
    const found = names.findLast(({ end }) => end <= index)
    return found !== undefined && /^[^.;\n]{0,44}\n?[^.;\n]{0,44}$/.test(part.slice(found.end, index)) ? [found] : []
  })
  const people = condemned.filter((name, at) => condemned.findIndex(one => isSame(one, name)) === at)
  if (people.length > 0) return people
  for (const { index, 0: words } of part.matchAll(complaint)) {
    const at = index + words.length
    const found = names.find(name => name.start >= at && name.start - at < 50)
    if (found !== undefined) return [found]
  }
  return []
}
