import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { showDate } from '#shared/domain/dates.ts'
import type { CellValue } from '#shared/domain/export-columns.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { prefetched } from '../db/snapshot.ts'
import { caseValues } from '../exports/case-values.ts'
import { wordFileOf } from '../exports/docx.ts'
import { describedFilters } from '../saved/readable.ts'
import type { SetScope } from './access.ts'

/** A list of cases for a filing, as a document of Word. `batches`: their numbers in the order of the list. */
type Reading = { trx: Kysely<DB>; scope: SetScope; origin: string; batches: AsyncIterable<readonly number[]> }

const filed = [
  'case_number',
  'case_uid',
  'court',
  'defendants_simple',
  'codex_articles',
  'entry_date',
  'result_date',
] as const

/** By which filters cases were chosen; what the team or its reader keeps of cases is nobody else’s to read. */
export async function narrowedBy(trx: Kysely<DB>, scope: SetScope, values: AnyValues): Promise<string> {
  const { each } = await describedFilters(trx, values, scope)
  const fields: Fields = caseListFields
  const told = each.filter(({ key }) => {
    const table = fields[key] && tableOfFilter(fields[key])
    return table !== undefined && !isPersonal(table) && table !== 'case_tag'
  })
  return ['Не вся подборка: дела по фильтрам.', ...told.map(({ label, text }) => `${label}: ${text}.`)].join(' ')
}

/** What tells cases apart, and nothing of what became of them: that is for whoever files it to say. */
export async function wordFile(
  { trx, scope, origin, batches }: Reading,
  { title, lines }: { title: string; lines: readonly string[] },
): Promise<Readable> {
  const text = (value: CellValue | undefined): string =>
    Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
  const day = (value: CellValue | undefined): string => (typeof value === 'string' ? showDate(value) : '')
  async function* rows(): AsyncGenerator<string[][]> {
    let place = 0
    for await (const batch of batches)
      yield (await caseValues(trx, batch, filed, { scope, origin })).map(
        ([number, uid, court, people, articles, entered, decided]) => [
          String(++place),
          [text(number), text(uid)].filter(Boolean).join('\n'),
          text(court),
          text(people),
          text(articles),
          day(entered),
          day(decided),
        ],
      )
  }
  return wordFileOf(
    {
      title,
      lines,
      columns: [
        { label: '№', share: 4 },
        { label: 'Номер дела, УИД', share: 20 },
        { label: 'Суд', share: 24 },
        { label: 'Лица', share: 22 },
        { label: 'Статьи', share: 12 },
        { label: 'Поступило', share: 9 },
        { label: 'Решено', share: 9 },
      ],
    },
    prefetched(rows()),
  )
}
