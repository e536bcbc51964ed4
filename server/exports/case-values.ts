import type { Kysely } from 'kysely'
import { codexOfType, codexTitle, stages } from '#shared/domain/codex.ts'
import type { CellValue, ExportColumn, KindOfColumn, ValueOfKind } from '#shared/domain/export-columns.ts'
import { genders, type PenaltyUnit, penaltyTypes, unitOf } from '#shared/domain/outcomes.ts'
import { byWeight, isProbable, penaltyList } from '#shared/domain/penalty-wording.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { type Beside, besideOf, type CasePart, type Penalty } from './case-parts.ts'

/** Values of the column’s kind (§3): formats say how they are written. Only what the columns need is read. */
type ReadFor = { scope: Scope; origin: string }

export async function caseValues(
  trx: Kysely<DB>,
  ids: readonly number[],
  columns: readonly ExportColumn[],
  reader: ReadFor,
): Promise<CellValue[][]> {
  const rows = await baseRows(trx, ids)
  const wanted = new Set(columns.flatMap(column => parts[column] ?? []))
  const beside = await besideOf(trx, ids, wanted, reader.scope)
  return rows.map(row => columns.map(column => read[column](row, beside, reader)))
}

const parts: { readonly [C in ExportColumn]?: readonly CasePart[] } = {
  codex_articles: ['articles'],
  result_text: ['texts'],
  penalty: ['penalties', 'defendants', 'fates'],
  penalty_type: ['penalties', 'fates'],
  penalty_value: ['penalties'],
  penalty_unit: ['penalties'],
  defendants_simple: ['defendants'],
  defendants_gender: ['defendants'],
  in_favorites: ['favourites'],
  tags: ['tags'],
}

type Read = {
  readonly [C in ExportColumn]: (row: BaseRow, beside: Beside, reader: ReadFor) => ValueOfKind[KindOfColumn<C>]
}
const none: readonly never[] = []
const filled = (text: string): string | null => (text === '' ? null : text)
const labelsOf = (options: readonly { value: string; label: string }[]): ReadonlyMap<string, string> =>
  new Map(options.map(({ value, label }) => [value, label]))
const stageLabels = labelsOf(stages)
const genderLabels = labelsOf(genders)
const penaltyLabels = labelsOf(penaltyTypes)

const read: Read = {
  id: ({ id }) => id,
  entry_date: ({ entry_date }) => entry_date,
  result_date: ({ result_date }) => result_date,
  type: ({ type }) => codexTitle(codexOfType(type === 2 ? 2 : 1)),
  stage: ({ stage }) => stageLabels.get(String(stage)) ?? null,
  url: ({ url }) => filled(url),
  sm_url: ({ id }, _, { origin }) => `${origin}/cases/${id}`,
  appeal_date: ({ appeal_date }) => appeal_date,
  codex_articles: ({ id }, { articles }) => articles.get(id) ?? none,
  result_text_url: ({ id, has_text, result_text_url }, _, { origin }) =>
    has_text ? `${origin}/cases/text/${id}` : filled(result_text_url),
  result_text: ({ id }, { texts }) => texts.get(id) ?? null,
  penalty: ({ id }, { penalties, defendants, fates }) =>
    penaltyList(
      (penalties.get(id) ?? none).map(one => ({ ...one, person: one.person === '' ? hidden : one.person })),
      (defendants.get(id)?.length ?? 0) > 1,
    ).map(words => withFate(plain(words), fates.get(id))),
  defendants_simple: ({ id, defendants_hidden }, { defendants }) =>
    defendants.get(id)?.map(({ name }) => name || hidden) ?? (defendants_hidden ? [hidden] : none),
  defendants_gender: ({ id }, { defendants }) =>
    defendants.get(id)?.map(({ gender }) => genderLabels.get(gender) ?? '') ?? none,
  judge: ({ judge }) => judge,
  court: ({ court }) => court,
  in_favorites: ({ id }, { favourites }) => favourites.has(id),
  court_city: ({ city }) => filled(city),
  region: ({ region }) => regionTitle(region),
  result_type: ({ result_type }) => result_type,
  penalty_type: ({ id }, { penalties, fates }) =>
    inOrder(penalties, id).map(one => {
      const label = penaltyLabels.get(one.type) ?? one.type
      return withFate(isProbable(one) ? `${label} (вероятно)` : label, fates.get(id))
    }),
  penalty_value: ({ id }, { penalties }) => inOrder(penalties, id).flatMap(({ value }) => value ?? []),
  penalty_unit: ({ id }, { penalties }) =>
    inOrder(penalties, id).flatMap(({ type, value }) => {
      const unit = value === null ? null : unitOf(type)
      return unit === null ? [] : [unitLabels[unit]]
    }),
  case_number: ({ case_number }) => filled(case_number),
  case_uid: ({ case_uid }) => case_uid,
  tags: ({ id }, { tags }) => tags.get(id)?.map(({ value }) => value) ?? none,
}
const inOrder = (penalties: Beside['penalties'], id: number): Penalty[] => byWeight(penalties.get(id) ?? none)
const unitLabels: Readonly<Record<PenaltyUnit, string>> = {
  rubles: 'рублей',
  days: 'суток',
  hours: 'часов',
  months: 'месяцев',
}
/** No-break spaces are for reading: in a file they would keep a search from finding. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
/** What is no more, or is another now, is not told as if it stood. */
const withFate = (words: string, fate: string | undefined): string =>
  fate === undefined ? words : `${words} (${plain(fate)})`
const hidden = 'Информация скрыта'

/** The row of each case with the names it refers to, in the order of the ids, which `selectCases` has let through. */
type BaseRow = Awaited<ReturnType<typeof found>>[number]

async function baseRows(db: Kysely<DB>, ids: readonly number[]): Promise<BaseRow[]> {
  const byId = new Map((await found(db, ids)).map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const found = (db: Kysely<DB>, ids: readonly number[]) =>
  db
    .selectFrom('court_case')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('judge', 'judge.id', 'court_case.judge_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...ids]))))
    .select([
      'court_case.id',
      'type',
      'stage',
      'entry_date',
      'result_date',
      'appeal_date',
      'court_case.url',
      'has_text',
    ])
    .select(['result_text_url', 'defendants_hidden', 'court_case.region', 'court_case.city', 'case_number', 'case_uid'])
    .select(['court.title as court', 'judge.name as judge', 'result_type.title as result_type'])
    .execute()
