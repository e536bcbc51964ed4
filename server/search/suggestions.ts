import {
  type SearchAnswer,
  type SuggestionGroup,
  type SuggestionKind,
  type SuggestionOf,
  suggestionKinds,
} from '#shared/api/search.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { Engines } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import { DatabaseUnresponsive, databaseTrouble, withTimeout } from '../db/database-trouble.ts'
import { isCancelled } from '../db/refusal.ts'
import { whileTextsAnswer } from '../db/text-nodes.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { HttpError } from '../http/errors.ts'
import { suggestArticles } from './articles.ts'
import { casesByNumber, casesOfPeople, type FoundCase, presentCases } from './cases.ts'
import { directoriesOf, type KnownDirectories, NotReadYet } from './kept-directory.ts'
import { suggestPresets, suggestSets, suggestTags } from './own.ts'
import { type FoundPeople, suggestPeople } from './people.ts'
import { suggestCities, suggestCourts, suggestJudges } from './places.ts'
import { suggestTexts } from './texts.ts'
import { type TimedConnection, timedConnection } from './timed-connection.ts'
import { isWrittenIn, readingsOf, type Typed } from './typed.ts'

/**
 * What a few typed letters may mean. Up to three groups are queried concurrently, each statement with its own time
 * limit; a group that times out says so and does not delay the others.
 */
type Reading = {
  engines: Engines
  account: AccountRights
  scope: Scope
  typed: Typed
  on: TimedConnection
  within: AnyValues
  directories: KnownDirectories
  /** Read once and shared by the groups. */
  people: () => Promise<FoundPeople>
}
type WholeList = { page: string; filters: WireRecord; count: number | null }
type Group<K extends SuggestionKind> = {
  items: SuggestionOf<K>[]
  more: boolean
  /** The search timed out. */
  late?: boolean
  away?: true
  all?: WholeList | null
}
type Finders = { readonly [K in SuggestionKind]: (reading: Reading) => Promise<Group<K>> }

const shown = 5
/** Articles are chosen by their parts, so more are shown. */
const shownArticles = 8
/** Time limits for all groups together, and for groups requested by name. */
const seconds = { together: 0.045, alone: 2 } as const
const nothing = { items: [], more: false }

const asked = (reading: Reading, size = shown) => ({ ...reading, size })

const finders: Finders = {
  person: async reading => {
    const { items, more, isUnfinished, isAsWritten } = await reading.people()
    const all = { page: '/defendants', filters: { defendants: reading.typed.text }, count: null }
    return { items, more, late: isUnfinished, all: isAsWritten ? all : null }
  },
  case: async reading => {
    const { scope, typed } = reading
    const { number } = typed
    const { items: people, isUnfinished } = number === undefined ? await reading.people() : noPeople
    const { found, items } = await reading.on.within(async db => {
      const found =
        number === undefined
          ? await casesOfPeople(db, scope, { people, text: typed.text }, shown)
          : await casesByNumber(db, scope, number, shown)
      return { found, items: await presentCases(db, scope, found.slice(0, shown)) }
    })
    return { items, more: isUnfinished || found.length > shown, late: isUnfinished, all: listOf(found, items) }
  },
  judge: reading => suggestJudges(asked(reading)),
  court: reading => suggestCourts(asked(reading)),
  city: reading => suggestCities(asked(reading)),
  article: reading => suggestArticles(asked(reading, shownArticles)),
  tag: reading => suggestTags(asked(reading)),
  preset: reading => suggestPresets(asked(reading)),
  set: reading => suggestSets(asked(reading)),
  text: async ({ engines, scope, typed, on: { seconds } }) => {
    const found = await apart(engines.db, seconds, on => suggestTexts(engines, scope, typed, on))
    if (found === undefined) return nothing
    if (found === 'too_many') return { items: [], more: true, late: true }
    const { items, count, filters } = found
    return { items, more: count > items.length, all: count > 0 ? { page: '/', filters, count } : null }
  },
}
/** A frozen server of texts keeps a connection for longer than the other groups may wait. */
function apart<T>(
  db: Reading['engines']['db'],
  seconds: number,
  work: (on: TimedConnection) => Promise<T>,
): Promise<T> {
  return whileTextsAnswer(db, 'all', () => {
    const on = timedConnection(db, seconds)
    return withTimeout(
      seconds * 1_000 + longestEnd,
      work(on).finally(() => on.end()),
    )
  })
}
/** Milliseconds that PostgreSQL may take to end a statement whose time is up. */
const longestEnd = 1_000
const noPeople = { items: [], isUnfinished: false }
const filterOf = { number: 'case_number', uid: 'case_uid', protocol: 'protocol_number', name: 'defendant' } as const

/** Filters of the list with all of them; null when no single filter finds everything that was found. */
function listOf(found: readonly FoundCase[], items: readonly SuggestionOf<'case'>[]): WholeList | null {
  const [first] = found
  if (first === undefined || found.some(({ by, asked }) => by !== first.by || asked !== first.asked)) return null
  if (first.by === 'name' && !items.every(({ defendants }) => isWrittenIn(defendants, first.asked))) return null
  return { page: '/', filters: { [filterOf[first.by]]: first.asked }, count: null }
}

export async function suggest(
  engines: Engines,
  account: AccountRights,
  { q, groups, within = {} }: { q: string; groups?: readonly SuggestionKind[] | undefined; within?: AnyValues },
): Promise<SearchAnswer> {
  const kinds = suggestionKinds.filter(
    kind => (groups?.includes(kind) ?? true) && (kind !== 'tag' || hasRight(account, 'tag_editor')),
  )
  let late: SearchAnswer | undefined
  let last: SearchAnswer = { read_as: null, groups: [] }
  const [scope, directories] = [scopeOf(account), directoriesOf(engines.db)]
  for (const { typed, read_as } of readingsOf(q)) {
    const asked = { engines, account, scope, typed, directories, within }
    const each = groups === undefined ? seconds.together : seconds.alone
    last = { read_as, groups: fewGuesses(await groupsOf(kinds, asked, each)) }
    if (last.groups.some(({ items }) => items.length > 0)) return last
    // «Google» means nothing in the other layout, whatever timed out there.
    if (last.groups.some(group => group.late)) late ??= last
  }
  return late ?? last
}

/** When something matches exactly, approximate matches get little room. */
const mostGuesses = 2
function fewGuesses(groups: SuggestionGroup[]): SuggestionGroup[] {
  const items = groups.flatMap(group => group.items.map(({ approximate }) => approximate === true))
  if (items.every(isGuess => isGuess)) return groups
  return groups.map(group => {
    const isOfGuesses = group.items[0]?.approximate === true && group.items.length > mostGuesses
    // The items keep their kind; the compiler does not track it through a slice of a union of lists.
    return isOfGuesses ? ({ ...group, items: group.items.slice(0, mostGuesses), more: true } as SuggestionGroup) : group
  })
}

/** Connections of the pool that one request may use: groups queue for them. */
const connectionsAtOnce = 3
/** Texts are slowest, so they start early; cases wait for people. */
const turn = (kind: SuggestionKind): number => (kind === 'case' ? 2 : kind === 'text' || kind === 'person' ? 0 : 1)

async function groupsOf(kinds: readonly SuggestionKind[], asked: Omit<Reading, 'on' | 'people'>, each: number) {
  const waiting = kinds.toSorted((a, b) => turn(a) - turn(b))
  const groups: SuggestionGroup[] = []
  let people: ReturnType<Reading['people']> | undefined
  const work = async (): Promise<void> => {
    const on = timedConnection(asked.engines.db, each)
    const reading: Reading = {
      ...asked,
      on,
      people: () => (people ??= on.within(db => suggestPeople(db, asked.scope, asked.typed, shown))),
    }
    try {
      for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift())
        groups.push(await groupOf(kind, reading))
    } finally {
      await on.end()
    }
  }
  await Promise.all(Array.from({ length: Math.min(connectionsAtOnce, kinds.length) }, work))
  return kinds.flatMap(kind => groups.filter(group => group.kind === kind))
}

async function groupOf(kind: SuggestionKind, reading: Reading): Promise<SuggestionGroup> {
  const told = (group: Partial<SuggestionGroup>, late: boolean) =>
    // Each finder returns items of its own kind; the compiler does not track that through the table.
    ({ kind, late, all: null, ...group }) as SuggestionGroup
  try {
    return told(await finders[kind](reading), false)
  } catch (error) {
    if (databaseTrouble(error) === 'texts') return told({ ...nothing, away: true }, true)
    if (isOutOfTime(error)) return told(nothing, true)
    throw error
  }
}

/** Filters refuse words that cannot be searched or time out; suggestions only mark them as late. */
const isOutOfTime = (error: unknown): boolean =>
  isCancelled(error) ||
  error instanceof DatabaseUnresponsive ||
  error instanceof NotReadYet ||
  (error instanceof HttpError && error.status === 400)
