import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { showDate } from '#shared/domain/dates.ts'
import type { CellValue } from '#shared/domain/export-columns.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { prefetched } from '../db/snapshot.ts'
import { caseValues } from '../exports/case-values.ts'
import { wordFileOf } from '../exports/docx.ts'
import { describedFilters } from '../saved/readable.ts'
import type { SetScope } from './access.ts'

/** A list of cases for a filing, as a Word document. `batches`: case ids in the order of the list. */
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

/** Filters that identify cases. A filter by outcome would read as a statement about each person in the list. */
const told = new Set([
  ...['type', 'stage', 'regions', 'court_city', 'court', 'codex_articles'],
  ...['case_number', 'case_uid', 'protocol_number', 'entry_date_range', 'result_date_range'],
])
/** The filters that selected the cases; other filters are only counted. */
export async function chosenBy(trx: Kysely<DB>, scope: SetScope, values: AnyValues): Promise<string> {
  const { each } = await describedFilters(trx, values, scope)
  const chosen = each.filter(({ key }) => key !== 'set')
  const said = chosen.flatMap(({ key, label, text }) => (told.has(key) ? [`${label} — ${text}`] : []))
  if (said.length === 0) return 'Дела по фильтрам.'
  return `Дела по фильтрам: ${[...said, ...(said.length < chosen.length ? ['и по другим фильтрам'] : [])].join('; ')}.`
}

/** Identifies the cases and says nothing of their outcome: that is left to the author of the filing. */
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
