import type { Kysely } from 'kysely'
import { codexOfType, codexTitle, stages } from '#shared/domain/codex.ts'
import type { CellValue, ExportColumn, KindOfColumn, ValueOfKind } from '#shared/domain/export-columns.ts'
import { genders, type PenaltyUnit, penaltyTypes, unitOf } from '#shared/domain/outcomes.ts'
import { byWeight, isProbable, penaltyList } from '#shared/domain/penalty-wording.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { type CasePart, type CaseParts, type Penalty, readCaseParts } from './case-parts.ts'

/** Values of the column’s kind (§3), which each format writes in its own way. Reads only what the columns need. */
type Reader = { scope: Scope; origin: string }

export async function caseValues(
  trx: Kysely<DB>,
  ids: readonly number[],
  columns: readonly ExportColumn[],
  reader: Reader,
): Promise<CellValue[][]> {
  const rows = await baseRows(trx, ids)
  const wanted = new Set(columns.flatMap(column => partsOfColumn[column] ?? []))
  const parts = await readCaseParts(trx, ids, wanted, reader.scope)
  return rows.map(row => columns.map(column => read[column](row, parts, reader)))
}

const partsOfColumn: { readonly [C in ExportColumn]?: readonly CasePart[] } = {
  codex_articles: ['articles'],
  result_text: ['texts'],
  penalty: ['penalties', 'defendants', 'reviewMarks'],
  penalty_type: ['penalties', 'reviewMarks'],
  penalty_value: ['penalties'],
  penalty_unit: ['penalties'],
  defendants_simple: ['defendants'],
  defendants_gender: ['defendants'],
  in_favorites: ['favourites'],
  tags: ['tags'],
}

type Read = {
  readonly [C in ExportColumn]: (row: BaseRow, parts: CaseParts, reader: Reader) => ValueOfKind[KindOfColumn<C>]
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
  penalty: ({ id }, { penalties, defendants, reviewMarks }) =>
    penaltyList(
      (penalties.get(id) ?? none).map(one => ({ ...one, person: one.person === '' ? hidden : one.person })),
      (defendants.get(id)?.length ?? 0) > 1,
    ).map(words => withReviewMark(plain(words), reviewMarks.get(id))),
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
  penalty_type: ({ id }, { penalties, reviewMarks }) =>
    inOrder(penalties, id).map(one => {
      const label = penaltyLabels.get(one.type) ?? one.type
      return withReviewMark(isProbable(one) ? `${label} (вероятно)` : label, reviewMarks.get(id))
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
const inOrder = (penalties: CaseParts['penalties'], id: number): Penalty[] => byWeight(penalties.get(id) ?? none)
const unitLabels: Readonly<Record<PenaltyUnit, string>> = {
  rubles: 'рублей',
  days: 'суток',
  hours: 'часов',
  months: 'месяцев',
}
/** No-break spaces would prevent searches in the file. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
/** A penalty that was annulled or changed must not look as if it were in force. */
const withReviewMark = (words: string, mark: string | undefined): string =>
  mark === undefined ? words : `${words} (${plain(mark)})`
const hidden = 'Информация скрыта'

/** Rows of cases with the names they refer to, in the order of `ids`, which must come from `selectCases`. */
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
