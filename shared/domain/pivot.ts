import { keysOf } from './keys-of.ts'
import { fewestForShare } from './statistics-ranges.ts'

/** Dimensions and metrics of the page of data (§2 /data). The server defines each in SQL (server/statistics/). */
type DimensionOf = {
  label: string
  forms: readonly [one: string, few: string, many: string]
  none: string
  /** Two dimensions of one family cannot form rows and columns of one table. */
  family: string
  order: 'time' | 'number' | 'most'
}

// biome-ignore format: a table reads best as one
const dimensionTable = {
  entry_year: { label: 'Годы поступления', forms: ['год', 'года', 'лет'], none: 'без даты поступления', family: 'entry', order: 'time' },
  entry_month: { label: 'Месяцы поступления', forms: ['месяц', 'месяца', 'месяцев'], none: 'без даты поступления', family: 'entry', order: 'time' },
  result_year: { label: 'Годы решения', forms: ['год', 'года', 'лет'], none: 'без даты решения', family: 'result', order: 'time' },
  regions: { label: 'Регионы', forms: ['регион', 'региона', 'регионов'], none: '', family: 'region', order: 'most' },
  court: { label: 'Суды', forms: ['суд', 'суда', 'судов'], none: '', family: 'court', order: 'most' },
  judge: { label: 'Судьи', forms: ['судья', 'судьи', 'судей'], none: 'судья не назван', family: 'judge', order: 'most' },
  article: { label: 'Статьи', forms: ['статья', 'статьи', 'статей'], none: 'статья не названа', family: 'article', order: 'most' },
  part: { label: 'Части статей', forms: ['часть статьи', 'части статей', 'частей статей'], none: 'статья не названа', family: 'article', order: 'most' },
  type: { label: 'Кодексы', forms: ['кодекс', 'кодекса', 'кодексов'], none: '', family: 'type', order: 'number' },
  stage: { label: 'Инстанции', forms: ['инстанция', 'инстанции', 'инстанций'], none: '', family: 'stage', order: 'number' },
} as const satisfies Readonly<Record<string, DimensionOf>>
export type Dimension = keyof typeof dimensionTable
export const dimensions: Readonly<Record<Dimension, DimensionOf>> = dimensionTable
export const dimensionNames: readonly Dimension[] = keysOf(dimensionTable)
export const noColumns = 'none' as const

/** `share`: percent of `of`; `sum`, `median`: of amounts, in `unit`. */
type MetricOf = { label: string; about: string } & (
  | { kind: 'count' }
  | { kind: 'share'; of: string }
  | { kind: 'sum' | 'median'; unit: string }
)

// biome-ignore format: a table reads best as one
const metricTable = {
  cases: { kind: 'count', label: 'Дела', about: 'Все дела под фильтрами' },
  first: { kind: 'count', label: 'Первая инстанция', about: 'Дела первой инстанции' },
  second: { kind: 'count', label: 'Жалобы и протесты', about: 'Дела второй инстанции' },
  decided: { kind: 'count', label: 'Решено', about: 'Дела, у которых есть результат' },
  penalty: { kind: 'count', label: 'С наказанием', about: 'Дела, в которых назначено наказание' },
  terminated: { kind: 'count', label: 'Прекращено', about: 'Первая инстанция прекратила производство' },
  overturned: { kind: 'count', label: 'Отменено или изменено', about: 'Вторая инстанция отменила или изменила решение' },
  with_text: { kind: 'count', label: 'С текстом', about: 'Дела, текст решения которых опубликован' },
  hidden: { kind: 'count', label: 'Имя скрыто', about: 'Дела, в которых суд скрыл имена' },
  penalty_share: { kind: 'share', of: 'решённых первой инстанцией', label: 'Доля наказаний', about: 'Доля дел с наказанием среди решённых первой инстанцией' },
  terminated_share: { kind: 'share', of: 'решённых первой инстанцией', label: 'Доля прекращённых', about: 'Доля прекращённых среди решённых первой инстанцией' },
  overturned_share: { kind: 'share', of: 'решённых второй инстанцией', label: 'Доля отмен', about: 'Доля отменённых и изменённых решений среди рассмотренных второй инстанцией' },
  text_share: { kind: 'share', of: 'решённых', label: 'Доля с текстом', about: 'Доля дел с опубликованным текстом среди решённых' },
  hidden_share: { kind: 'share', of: 'дел', label: 'Доля скрытых имён', about: 'Доля дел, в которых суд скрыл имена' },
  fine_sum: { kind: 'sum', unit: '₽', label: 'Сумма штрафов', about: 'Сумма названных штрафов по КоАП и УК, рублей' },
  fine_median: { kind: 'median', unit: '₽', label: 'Медиана штрафа', about: 'Не меньше половины названных штрафов по КоАП и УК не больше, рублей' },
  arrest_sum: { kind: 'sum', unit: 'сут.', label: 'Сутки ареста', about: 'Сумма названных сроков ареста, суток' },
  arrest_median: { kind: 'median', unit: 'сут.', label: 'Медиана ареста', about: 'Не меньше половины названных сроков ареста не больше, суток' },
  imprisonment_sum: { kind: 'sum', unit: 'мес.', label: 'Месяцы лишения свободы', about: 'Сумма названных сроков лишения свободы, реальных и условных, месяцев' },
  imprisonment_median: { kind: 'median', unit: 'мес.', label: 'Медиана лишения свободы', about: 'Не меньше половины названных сроков лишения свободы, реальных и условных, не больше, месяцев' },
  suspended_share: { kind: 'share', of: 'с лишением свободы', label: 'Доля условных сроков', about: 'Доля дел с условным сроком среди дел, где назначено лишение свободы' },
  days_median: { kind: 'median', unit: 'дн.', label: 'Дней до решения', about: 'Не меньше половины дел первой инстанции решены не дольше, дней от поступления' },
} as const satisfies Readonly<Record<string, MetricOf>>
export type Metric = keyof typeof metricTable
export const metrics: Readonly<Record<Metric, MetricOf>> = metricTable
export const metricNames: readonly Metric[] = keysOf(metricTable)
/** Shares and medians, which are meaningless for few cases. */
export const isOfMany = (metric: Metric): boolean =>
  metrics[metric].kind === 'share' || metrics[metric].kind === 'median'
export const isOfTooFew = (metric: Metric, of: number): boolean => isOfMany(metric) && of < fewestForShare
export const tooFewWords = `доля и медиана меньше чем по ${fewestForShare} делам или наказаниям не показаны`

/** Shares and medians to which cases of both codices contribute: over both together they are meaningless. */
const ofEither: readonly Metric[] = [
  'penalty_share',
  'terminated_share',
  'overturned_share',
  'fine_median',
  'days_median',
]
const codexAxes: readonly string[] = ['type', 'article', 'part'] satisfies readonly Dimension[]
export const namesCodex = (axis: string): boolean => codexAxes.includes(axis)
/** Filters that leave one codex; `codex_articles` means articles chosen to be counted together. */
export const keepsOneCodex = (filters: Readonly<Record<string, unknown>>): boolean =>
  filters.type !== undefined || filters.codex_articles !== undefined
/** Whether a figure would mix both codices, because neither its column, row nor filters fix one. */
export const mixesCodices = (metric: Metric, isOfOne: boolean): boolean => !isOfOne && ofEither.includes(metric)
export const mixedWords =
  'Доли исходов, медианы штрафа и срока рассмотрения для КоАП и УК вместе не считаются: смесь кодексов не говорит ни об одном.'

export const pageRoom = { rows: 200, columns: 40, cells: 6_000 } as const
export const fileRoom = { rows: 5_000, columns: 200, cells: 300_000 } as const
export const maxMetrics = 6
export const maxCitations = 1_000
export const everything = 'all'
/** Names of two compared filters. */
export const sideNames = ['А', 'Б'] as const
