import { hearingEvents } from '../server/collectors/card-tables.ts'
import type { PageReading } from '../server/collectors/collector.ts'
import { readPersonName } from '../server/names/person-name.ts'

/** Compares a labelled card with its reading. Letter case, ё, spaces and quotes do not count. */
type Article = { codex: string; article_number: string; part: string; note?: string }
type LabelledEvent = { name: string; date: string | null; time: string | null; result: string | null; hearing: boolean }
export type LabelledCase = { [field: string]: unknown; events: LabelledEvent[] }
type Fact = readonly [field: string, isRight: boolean, found: unknown, expected: unknown]

const plain = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replace(/[«»"“”]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : Array.isArray(value)
      ? value.map(plain)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [plain(key), plain(one)]))
        : (value ?? null)
const same = (left: unknown, right: unknown): boolean => JSON.stringify(plain(left)) === JSON.stringify(plain(right))
const bare = ({
  codex,
  article_number,
  part = '',
}: Omit<Article, 'part'> & { part?: string | undefined }): Article => ({ codex, article_number, part })
const sorted = (values: readonly unknown[]): string[] => [...new Set(values.map(one => JSON.stringify(one)))].sort()

/** Labels that are not about reading: counts that other labels give, or values calculated later. */
const skipped = new Set(
  'state events case_number_shown lower_number_shown protocol_number_shown lower_judge text_outcome'.split(' '),
)

export function factsOf(reading: PageReading, label: LabelledCase): Fact[] {
  if (reading.kind !== 'card' || reading.case === null)
    return Object.keys(label).map(field => [field, false, null, label[field]])
  const { case: read, card } = reading
  const people = read.defendants ?? []
  const others = read.participants ?? []
  const named = (role: RegExp): string[] => others.filter(one => role.test(one.role)).map(({ name }) => name)
  const articles = [...(read.articles ?? []), ...people.flatMap(one => one.articles ?? [])].map(one => bare(one))
  const related = read.related?.[0]
  const events = read.events ?? []
  const found: Record<string, unknown> = {
    ...read,
    court: read.court.title,
    court_code: read.court.vnkod,
    court_number: /№ ?(\d+)/.exec(read.court.title)?.[1],
    former_numbers: read.other_numbers ?? [],
    defendants: people.map(({ name }) => name),
    hidden: people.filter(({ name }) => readPersonName(name).kind === 'hidden').map(({ name }) => name),
    person_results: people.flatMap(({ name, result, result_date }) =>
      result === undefined ? [] : [{ name, ...(result_date === undefined ? {} : { date: result_date }), result }],
    ),
    articles_by_person: Object.fromEntries(people.map(one => [one.name, (one.articles ?? []).map(bare)])),
    counsel: named(/^advocate$/).length,
    advocates: named(/^advocate$/),
    prosecutors: named(/^prosecutor$/).length,
    victims: named(/^потерпевш/iu),
    material_number: (read.other_numbers ?? []).find(one => one === label.material_number),
    authorities: named(/должностн|орган|authority/iu),
    lower_court: related?.court,
    lower_number: related?.case_number,
    linked: (read.related ?? []).map(({ case_number }) => case_number),
    has_text: (read.text ?? '') !== '',
    material: reading.is_material ?? false,
    published: stamp(card.published),
    changed: stamp(card.changed),
    events_dated: events.length,
    hearings: reading.hearings ?? [],
  }
  const facts: Fact[] = []
  for (const [field, expected] of Object.entries(label)) {
    if (skipped.has(field)) continue
    const value = found[field] ?? null
    // A label without a court means that the address tells the court; any title is right.
    if ((field === 'court' || field === 'court_code') && expected === null) continue
    if (field === 'articles') {
      const wanted = (expected as Article[]).map(bare) // what expected.json says
      facts.push([field, same(sorted(articles), sorted(wanted)), articles, wanted])
    } else if (field === 'articles_by_person') {
      const wanted = Object.fromEntries(
        Object.entries(expected as Record<string, Article[]>).map(([name, list]) => [name, list.map(bare)]), // as above
      )
      facts.push([field, same(value, wanted), value, wanted])
    } else if (field === 'court') {
      facts.push([field, same(titleOf(value), titleOf(expected)), value, expected])
    } else facts.push([field, same(value, expected), value, expected])
  }
  return [...facts, ...eventFacts(reading, label.events)]
}

/** «Тверской районный суд (Город Москва)»: the directory has no region in the title. */
const titleOf = (title: unknown): string => String(title ?? '').replace(/\s*\([^()]*\)$/, '')

/** «10.08.2026 12:30» → «2026-08-10 12:30». */
const stamp = (written: string | undefined): string | undefined =>
  written?.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1')

/** Each event in its position; one without a date is not an event and is mentioned in a note. */
function eventFacts({ case: read, notes }: Extract<PageReading, { kind: 'card' }>, expected: LabelledEvent[]): Fact[] {
  const events = read?.events ?? []
  const hearings = new Set(hearingEvents(events))
  let at = 0
  return expected.map((label): Fact => {
    if (label.date === null) {
      const note = notes.find(({ where, value }) => `${where} ${value}`.includes(label.name))
      return ['event', note !== undefined, note, label]
    }
    const event = events[at++]
    if (event === undefined) return ['event', false, null, label]
    // Where a site writes the result into the name of the event, the reading separates them.
    const said = [event.type, event.result, event.note].filter(Boolean)
    const isNamed = same(event.type, label.name) || same(said.join(' / '), label.name)
    const isResult =
      label.result === null || same(event.result, label.result) || same(said.slice(1).join('; '), label.result)
    const isRight =
      isNamed &&
      isResult &&
      event.date === label.date &&
      same(event.time, label.time) &&
      hearings.has(event) === label.hearing
    return ['event', isRight, { ...event, hearing: hearings.has(event) }, label]
  })
}
