import { type Kysely, sql } from 'kysely'
import type { MethodNote } from '#shared/api/citations.ts'
import { type CaseSource, type Coverage, coverageFields } from '#shared/api/collecting.ts'
import type { ChartKey } from '#shared/api/statistics.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { percent } from '#shared/charts/share-wording.ts'
import { dayIn, showDate, showDateRange } from '#shared/domain/dates.ts'
import { longestTitle } from '#shared/domain/figures.ts'
import { type Metric, metrics, sideNames } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseForms, counted, lowerFirst, ofCaseForms, showNumber } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { dayOf } from '../cases/engine/at-day.ts'
import type { EngineQuestion } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import { coverageOf, regionsRead } from '../collecting/coverage.ts'
import type { DB } from '../db/schema.ts'
import { describedFilters } from '../saved/readable.ts'

/**
 * How printed figures were made: their source, as-of day, and coverage of the courts. One note for the page, its images
 * and files, and citations. Filters are worded as the current reader may see them.
 */
export type SelectionCount = { cases: number; with_text: number }
export type Figured = { chart?: ChartKey | undefined; metrics?: readonly Metric[] | undefined }
const none: SelectionCount = { cases: 0, with_text: 0 }
type Line = [label: string, text: string]

/** In the snapshot of the figures, so that they agree. */
async function countSelection({ engine, question }: EngineQuestion): Promise<SelectionCount> {
  const found = engine.cases(question).select('court_case.has_text')
  const { rows } = await sql<SelectionCount>`
    select count(*)::integer as cases, (count(*) filter (where has_text))::integer as with_text
    from (${found}) as found`.execute(engine.db)
  return rows[0] ?? { cases: 0, with_text: 0 }
}

export async function countSelections(sides: readonly EngineQuestion[]): Promise<SelectionCount[]> {
  const counted: SelectionCount[] = []
  for (const side of sides) counted.push(await countSelection(side))
  return counted
}

type Asked = {
  scope: Scope
  /** The filters of each side, and its counts. */
  sides: readonly { values: AnyValues; selection: SelectionCount | undefined }[]
  of: Figured
}
export async function writeMethodNote(db: Kysely<DB>, { scope, sides, of }: Asked): Promise<MethodNote> {
  const day = dayOf(sides[0]?.values ?? {}) ?? today()
  const lines: Line[] = []
  const spoken: string[] = []
  let sources: readonly CaseSource[] = []
  for (const [at, { values, selection = none }] of sides.entries()) {
    const name = (label: string): string => (sides.length > 1 ? `${label} ${sideNames[at]}` : label)
    const { sentence } = await describedFilters(db, values, { ...scope, accountId: null })
    spoken.push(`${sides.length > 1 ? `${sideNames[at]} — ` : ''}${lowerFirst(sentence)}`)
    const ofCourts = readLenient(coverageFields, writeValues(caseListFields, values))
    const coverage = await coverageOf(db, scope, ofCourts)
    const read = completenessLine(coverage, await regionsRead(db, scope, ofCourts))
    sources = coverage.sources
    lines.push(
      [name('Выборка'), Object.keys(values).length === 0 ? 'Все дела, без фильтров.' : `${sentence}.`],
      [name('Дел в выборке'), `n\u00a0=\u00a0${showNumber(selection.cases)}.`],
      [name('Тексты решений'), textsLine(selection)],
      [name('Полнота'), day === today() ? read : `На ${showDate(today())}, а не на день данных. ${read}`],
    )
  }
  const warning = demoWarning(sources)
  return {
    lines: [
      ...(warning === null ? [] : [['Внимание', warning] satisfies Line]),
      ...figuredLines(of),
      ...lines,
      ['Регионы', regionsLine(scope)],
      ['Данные на', `${showDate(day)}.`],
      ['Откуда дела', sourcesLine(sources)],
      ...(isInvented(sources) ? [] : [['Оговорка', caveat] satisfies Line]),
    ],
    source: sourceLine(spoken.join('; '), day),
    ...(sides[0]?.selection ?? none),
    warning,
  }
}

/** Filters that do not fit are cut with «…»; the day stays. */
function sourceLine(spoken: string, day: string): string {
  const line = (of: string): string => `Судмонитор, ${of}, данные на ${showDate(day)}`
  const room = longestTitle - line('').length
  return line(spoken.length > room ? `${spoken.slice(0, room - 1).toWellFormed()}…` : spoken)
}

const figuredLines = ({ chart, metrics: named = [] }: Figured): Line[] => [
  ...(chart === undefined
    ? []
    : [['Что посчитано', `${chartSpecs[chart].title}, ${chartSpecs[chart].about}.`] satisfies Line]),
  ...named.map((metric): Line => [metrics[metric].label, `${metrics[metric].about}.`]),
]

export const textsLine = ({ cases, with_text }: SelectionCount): string =>
  cases === 0
    ? 'Дел нет.'
    : `Опубликован у ${showNumber(with_text)} из ${counted(cases, ofCaseForms)} (${percent((100 * with_text) / cases)}).`

/** What was read for the question and what was not: the figures cover only the former. */
export function completenessLine(
  { courts, checked, stale, oldest_check_at, days }: Omit<Coverage, 'sources'>,
  regions: { count: number; unread: readonly number[] },
): string {
  if (courts === 0) return 'Судов, которые рассматривают такие дела, в справочнике нет.'
  const within = days === null ? '' : ` за ${showDateRange(days)}`
  const left = courts - checked
  const read =
    checked === 0
      ? `Ни один из ${counted(courts, ['суда', 'судов', 'судов'])} не прочитан до конца${within}: дел может быть больше.`
      : `Прочитано до конца${within}: ${showNumber(checked)} из ${counted(courts, ['суда', 'судов', 'судов'])}, самый давний — ${showDate(dayIn('Europe/Moscow', new Date(oldest_check_at ?? 0)))}.`
  return [
    read,
    ...(stale > 0 ? [`Больше недели назад: ${showNumber(stale)}.`] : []),
    ...(checked > 0 && left > 0 ? [`Не прочитано: ${showNumber(left)}; дел в них может быть больше.`] : []),
    unreadRegions(regions),
  ].join(' ')
}
const mostNamed = 10
function unreadRegions({ count, unread }: { count: number; unread: readonly number[] }): string {
  if (unread.length === 0) return `Регионов: ${showNumber(count)}, прочитан хотя бы один суд каждого.`
  const named = unread.slice(0, mostNamed).map(regionTitle).join(', ')
  const others = unread.length - mostNamed
  return `Регионов, где не прочитан ни один суд: ${showNumber(unread.length)} из ${showNumber(count)} (${named}${others > 0 ? ` и ещё ${showNumber(others)}` : ''}).`
}

const regionsLine = ({ regions }: Scope): string =>
  regions === 'all'
    ? 'Все, которые подходят под выборку.'
    : regions.length === 0
      ? 'Ни одного.'
      : `Только ${regions.map(regionTitle).join(', ')}.`

const sourceNames: Readonly<Record<CaseSource['source'], string>> = {
  collector: 'с сайтов судов',
  files: 'из загруженных файлов',
  demo: 'вымышленных для показа',
}
const sourcesLine = (sources: readonly CaseSource[]): string =>
  sources.length === 0
    ? 'Дел в базе нет.'
    : `В базе (без фильтров): ${sources.map(({ source, cases }) => `${sourceNames[source]} — ${counted(cases, caseForms)}`).join(', ')}.`

const caveat =
  'Сведения взяты с сайтов судов такими, какими суды их показали, и не являются официальной статистикой. Суд мог изменить или скрыть их позже.'
const isInvented = (sources: readonly CaseSource[]): boolean =>
  sources.length > 0 && sources.every(({ source }) => source === 'demo')
export const demoWarning = (sources: readonly CaseSource[]): string | null => {
  if (sources.every(({ source }) => source !== 'demo')) return null
  return isInvented(sources)
    ? 'Демонстрационные данные: дела и люди вымышлены, публиковать нельзя.'
    : 'В базе есть демонстрационные данные, вымышленные дела могли попасть в выборку: публиковать нельзя.'
}
