import { type Kysely, sql } from 'kysely'
import { isMagistrateTitle, plainCourtTitle } from '#shared/domain/court-kinds.ts'
import type { DB } from '../db/schema.ts'

/**
 * Which court a cell of somebody's table means: «Тверской р/с», «Ленинский рс г. Пермь», «мосгорсуд». Several where nothing tells them apart;
 * none where no court is called so. `isWhole`: the whole title stands there.
 */
export type MeantCourts = { ids: readonly number[]; titles: readonly string[]; isWhole: boolean }
export type CourtReader = (written: string) => MeantCourts
type Court = { id: number; title: string; city: string }

const kinds = {
  районный: /(?<!\p{L})(?:р\/с|р\.?\s?с\.?|рай\.?\s?суд\p{L}*|р-н\p{L}*|районн\p{L}*)(?!\p{L})/iu,
  городской: /(?<!\p{L})(?:г\/с|гор\.?\s?суд\p{L}*|городск\p{L}*)(?!\p{L})/iu,
  областной: /(?<!\p{L})(?:обл\.?\s?суд\p{L}*|областн\p{L}*)(?!\p{L})/iu,
  краевой: /(?<!\p{L})(?:край\.?\s?суд\p{L}*|краев\p{L}*)(?!\p{L})/iu,
  верховный: /(?<!\p{L})(?:вс|верховн\p{L}*)(?!\p{L})/iu,
  мировой: /(?<!\p{L})(?:м\/с|с\/у|миров\p{L}*|участ\p{L}*)(?!\p{L})/iu,
  военный: /(?<!\p{L})(?:военн\p{L}*|гарнизон\p{L}*)(?!\p{L})/iu,
  апелляционный: /(?<!\p{L})апелляц\p{L}*(?!\p{L})/iu,
  кассационный: /(?<!\p{L})(?:кассац\p{L}*|ксою)(?!\p{L})/iu,
} as const
const wholeNames: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:мгс|мосгорсуд\p{L}*)(?!\p{L})/giu, 'московский городской суд'],
  [/(?<!\p{L})(?:мособлсуд\p{L}*)(?!\p{L})/giu, 'московский областной суд'],
  [/(?<!\p{L})(?:спб|с-?петербург\p{L}*)(?!\p{L})/giu, 'санкт-петербурга'],
]
const idle = new Set(
  'суд суда суде судебный судебного судья судьи города гор республики республика области область края край автономного округа рф россии федерации по при в во и на'.split(
    ' ',
  ),
)

type Words = { kinds: ReadonlySet<string>; words: readonly string[] }
function wordsOf(title: string): Words {
  let rest = wholeNames.reduce(
    (text, [found, whole]) => text.replace(found, whole),
    title.toLowerCase().replaceAll('ё', 'е'),
  )
  const own = new Set<string>()
  for (const [kind, words] of Object.entries(kinds))
    if (words.test(rest)) {
      own.add(kind)
      // «с/у № 5» keeps its number.
      rest = rest.replace(new RegExp(words.source, 'giu'), ' ')
    }
  const words = (rest.match(/[а-яa-z]+(?:-[а-яa-z]+)*|\d+/g) ?? []).filter(
    word => !idle.has(word) && (word.length > 2 || /\d/.test(word)),
  )
  return { kinds: own, words }
}

const shortest = 4
const longestEnding = 3
/** «Пермь» and «Перми», «Тверской» and «Тверского»; never «Тверской» and «Тверь». */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (/\d/.test(one) || /\d/.test(other)) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at >= shortest && one.length - at <= longestEnding && other.length - at <= longestEnding
}

type Known = Court & Words & { beside: readonly string[]; plain: string }
const nothing: MeantCourts = { ids: [], titles: [], isWhole: false }
const told = (courts: readonly Court[], isWhole: boolean): MeantCourts => ({
  ids: courts.map(({ id }) => id),
  titles: courts.map(({ title }) => title),
  isWhole,
})

/** Each use remembers what it has read. */
export function courtReader(courts: readonly Court[]): () => CourtReader {
  const known = courts.map(
    (court): Known => ({
      ...court,
      ...wordsOf(court.title),
      beside: wordsOf(court.city).words,
      plain: plainCourtTitle(court.title),
    }),
  )
  const byTitle = Map.groupBy(known, ({ plain }) => plain)
  const beginning = (word: string): string => word.slice(0, shortest)
  const byBeginning = Map.groupBy(
    known.flatMap(court =>
      [...new Set([...court.words, ...court.beside].map(beginning))].map(start => ({ start, court })),
    ),
    ({ start }) => start,
  )
  const readOnce = (written: string): MeantCourts => {
    const same = byTitle.get(plainCourtTitle(written))
    if (same !== undefined) return told(same, true)
    const asked = wordsOf(written)
    if (asked.words.length === 0) return nothing
    // Those with the rarest of its words.
    const [near = []] = asked.words
      .map(word => byBeginning.get(beginning(word)) ?? [])
      .filter(found => found.length > 0)
      .toSorted((a, b) => a.length - b.length)
    const candidates = near.map(({ court }) => court).filter(court => fitsKind(asked, court))
    const whole = candidates.filter(court =>
      asked.words.every(word => hasWord([...court.words, ...court.beside], word)),
    )
    const best =
      whole.length > 0
        ? closest(asked, whole)
        : candidates.filter(court => court.words.length > 0 && court.words.every(word => hasWord(asked.words, word)))
    return told(best, false)
  }
  return () => {
    const read = new Map<string, MeantCourts>()
    return written => {
      const known = read.get(written) ?? readOnce(written)
      read.set(written, known)
      return known
    }
  }
}
const hasWord = (words: readonly string[], word: string): boolean => words.some(one => isSameWord(one, word))
/** «Тверской» alone is any court of that name but a magistrate's, whose district is told by its number. */
const fitsKind = (asked: Words, court: Known): boolean =>
  asked.kinds.size > 0
    ? [...asked.kinds].every(kind => court.kinds.has(kind))
    : !isMagistrateTitle(court.title) || asked.words.some(word => /\d/.test(word))
/**
 * Of those, the ones that begin with its first word: «Тверской» is no court of the town beside. Without a kind, the district or town court is meant where
 * there is one of that name.
 */
function closest(asked: Words, courts: readonly Known[]): readonly Known[] {
  const [first = ''] = asked.words
  const led = courts.filter(({ words: [word = ''] }) => isSameWord(word, first))
  const fitting = led.length > 0 ? led : courts
  const local =
    asked.kinds.size > 0 ? [] : fitting.filter(court => court.kinds.has('районный') || court.kinds.has('городской'))
  return local.length > 0 ? local : fitting
}

/** Ten thousand titles are taken apart once, until one of them changes. */
let kept: { stamp: string; open: () => CourtReader } | undefined
export async function readCourts(db: Kysely<DB>): Promise<CourtReader> {
  const { stamp } = await db
    .selectFrom('court')
    .select(sql<string>`coalesce(md5(string_agg(id || title || '|' || city, '|' order by id)), '')`.as('stamp'))
    .executeTakeFirstOrThrow()
  if (kept?.stamp !== stamp)
    kept = {
      stamp,
      open: courtReader(await db.selectFrom('court').select(['id', 'title', 'city']).orderBy('id').execute()),
    }
  return kept.open()
}
