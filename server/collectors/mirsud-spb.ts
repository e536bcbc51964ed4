import { isoDay } from '#shared/domain/written-day.ts'
import { caseOfCard } from './card-case.ts'
import { roleMeaning } from './card-roles.ts'
import { splitNames, tellsNothing } from './card-values.ts'
import { numberIn } from './case-number.ts'
import type { Proceedings } from './catalogues.ts'
import type {
  Adapter,
  AdapterReading,
  Card,
  CardSection,
  CourtDirectory,
  Inferred,
  ListRow,
  Note,
  SiteCourt,
} from './collector.ts'
import { knownResult, saysOutcome, words } from './court-words.ts'
import { isSameDistrict } from './magistrate-court.ts'
import { answerIn, type Detail, type List } from './mirsud-spb-answers.ts'
import type { OpenedPage } from './open-page.ts'
import { absolute, tidy } from './read-html.ts'
import { answerOf } from './sudrf-answers.ts'
import { byUid } from './sudrf-keys.ts'

/**
 * Magistrates of Saint Petersburg, `mirsud.spb.ru` (211 districts): JSON of a card (`/cases/api/detail/`) and of a list
 * (`/cases/api/search/`), as of 2020–2021. Only saved answers are read; the site is not queried.
 */
export const mirsudSpb: Adapter = {
  hosts: /(?:^|\.)mirsud\.spb\.ru$/,
  recognises: page => answerIn(page) !== undefined,
  read,
  searchUrls: () => [],
}

const site = new URL('https://mirsud.spb.ru')

function read(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const told = answerIn(page)
  if (told === undefined) return answerOf(page)
  return 'list' in told ? listOf(told.list, page.url) : cardOf(told.card, page.url, courts)
}

/**
 * «5-190/2020-20»: the index of the number tells the proceedings; magistrates hear nothing else in the scope of this
 * product.
 */
const proceedingsOf = (id: string): Proceedings | undefined =>
  /^5-/.test(id) ? { type: 1, stage: 1 } : /^1-/.test(id) ? { type: 2, stage: 1 } : undefined
const keyOf = (id: string): string => `mirsud-spb|${id.toLowerCase()}`
const titleOf = (district: string): string => `Судебный участок № ${district} Санкт-Петербурга`
const petersburg = 78

const known = new Set(
  'id court_site_id court_number district_name judge type prev_reg_id judicial_uid created_date accepted_date review_date name status url article participants history court_decisions'.split(
    ' ',
  ),
)

function cardOf(told: Detail, base: URL | undefined, courts: CourtDirectory): AdapterReading {
  const notes: Note[] = Object.entries(told)
    .filter(
      ([key, value]) =>
        !known.has(key) && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]) => ({ code: 'unknown_label', where: key, value: JSON.stringify(value).slice(0, 500) }))
  const events = (told.history ?? []).map(({ status, ...rest }) => ({
    ...rest,
    parts: (status ?? '').split(' / ').map(tidy),
  }))
  const ended = events
    .filter(
      ({ parts: [type = '', result = ''] }) => /^рассмотрение|^судебное заседание/iu.test(type) && isOutcome(result),
    )
    .at(-1)
  const inForce = events.findLast(({ parts: [type = ''] }) => /^вступлени\p{L}* .*в законную силу/iu.test(type))
  const reviewed = told.review_date ?? ended?.date
  const outcome = outcomeOf(ended?.parts.slice(1).join('\n'), told.status)
  const force = inForce?.date ?? forceOf(told, reviewed)
  const card: Card = {
    ...(told.name ? { catalogue: told.name } : {}),
    number: numberIn(told.prev_reg_id ? `${told.id} (${told.prev_reg_id})` : told.id),
    sections: [
      {
        title: 'Дело',
        fields: fieldsOf([
          ['Уникальный идентификатор дела', told.judicial_uid],
          ['Дата поступления', told.created_date],
          ['Судья', told.judge],
          ['Статья', hasSoleAccused(told.participants) ? undefined : told.article],
          ['Дата рассмотрения', reviewed],
          ['Результат рассмотрения', outcome?.written],
          ['Дата вступления в законную силу', force],
        ]),
        tables: [],
      },
      { title: 'Движение дела', fields: [], tables: [movement(events)] },
      { title: 'Стороны', fields: [], tables: [sides(told)] },
    ],
    acts: (told.court_decisions ?? []).flatMap(({ url, filename, created_date }) => {
      const link = absolute(url ?? undefined, base ?? site)
      return link === undefined ? [] : [{ title: [filename, created_date].filter(Boolean).join(', '), url: link }]
    }),
  }
  const common = { kind: 'card' as const, card, links: [] }
  const proceedings = proceedingsOf(told.id)
  if (proceedings === undefined)
    return {
      ...common,
      case: null,
      notes: [{ code: 'other_proceedings', where: 'catalogue', value: told.name ?? told.id }, ...notes],
    }
  const { court, inferred } = courtOf(told, courts)
  const url = URL.parse(told.url ?? '', (base ?? site).href) ?? undefined
  const former = told.prev_reg_id ? [keyOf(told.prev_reg_id)] : []
  const result = caseOfCard(card, {
    url,
    court,
    proceedings,
    inferred: [
      ...inferred,
      ...(outcome ? [{ field: 'result', from: `${outcome.from}: ${tidy(outcome.written)}`, certainty: 0.95 }] : []),
      ...(force && !inForce ? [{ field: 'result_valid_date', from: `решение от ${reviewed}`, certainty: 0.95 }] : []),
    ],
    // The site identifies a case by its number, which changes when it is registered again.
    keys: said => {
      const { source_key, former_keys = [] } = byUid('mirsud-spb', said, keyOf(told.id))
      return { source_key, former_keys: [...former_keys, ...former] }
    },
  })
  return { ...common, ...result, notes: [...result.notes, ...notes] }
}

function outcomeOf(moved: string | undefined, status: string | null | undefined) {
  if (moved === undefined) return undefined
  const stated = status && !withoutOutcome.test(status) && knownResult(words.result(), status) !== undefined
  return stated && withoutOutcome.test(moved)
    ? { written: status, from: 'состояние' }
    : { written: moved, from: 'движение' }
}
const withoutOutcome =
  /^(?:постановление приговора|провозглашение|рассмотрен(?:[оаы]|ие (?:заверш|оконч)\p{L}*)?(?!\p{L})|заверш|оконч)/iu

function forceOf({ court_decisions }: Detail, reviewed: string | null | undefined): string | undefined {
  const days = (court_decisions ?? []).flatMap(({ created_date, force_entry_date: day }) =>
    created_date && created_date === reviewed ? [day ?? undefined] : [],
  )
  return new Set(days).size === 1 ? days[0] : undefined
}

const isOutcome = (result: string): boolean =>
  !tellsNothing(result) &&
  !step.test(result) &&
  !appointment.test(result) &&
  (saysOutcome(result) || withoutOutcome.test(result))
/** What only moves the case along. A hearing is called off; «прекращено в связи с отменой закона» is an outcome. */
const step =
  /отлож|отклад|перен[оеё]с|переры|продл|не ?состоя[лв]|сня[тл]\p{L}* с |приостан(?!овлени\p{L}* деятельност)|^отмен[её]н\p{L}*$|(?:заседани|слушани|рассмотрени)\p{L}* отмен/iu
const appointment =
  /назначен(?:[аоы]?|и[ея]) (?:к |на \d|(?:\p{L}+(?:ое|ая|ые|ый|ой|ого) ){0,3}(?:экспертиз|заседани|слушани|рассмотрени|разбирательств))/iu

const fieldsOf = (told: readonly (readonly [string, string | null | undefined])[]): CardSection['fields'] =>
  told.flatMap(([label, value]) => (value ? [{ label, value }] : []))

type Told = { parts: string[] } & { [Name in 'date' | 'time' | 'publish_date']?: string | null | undefined }
/** «Рассмотрение дела по существу / Рассмотрение отложено / Иные причины»: event, result, reason. */
const movement = (events: readonly Told[]): CardSection['tables'][number] => ({
  title: 'Движение дела',
  columns: ['Наименование события', 'Дата', 'Время', 'Результат события', 'Основание', 'Дата размещения'],
  rows: events.map(({ parts: [type = '', result = '', ...ground], date, time, publish_date }) => [
    type,
    date ?? '',
    time ?? '',
    result,
    ground.join('; '),
    publish_date ?? '',
  ]),
})

const isAccused = ({ title }: { title?: string | null | undefined }): boolean =>
  roleMeaning(title ?? '') === 'defendant'
/** Otherwise the article is told of the case, and not of anybody. */
const hasSoleAccused = (people: Detail['participants']): boolean => people?.filter(isAccused).length === 1
const sides = ({ participants, article }: Detail): CardSection['tables'][number] => {
  const people = participants ?? []
  const isAlone = hasSoleAccused(people)
  return {
    title: 'Стороны',
    columns: ['Вид лица', 'ФИО', 'Перечень статей'],
    rows: people.map(({ title, name }) => [
      title ?? '',
      name ?? '',
      isAlone && isAccused({ title }) ? (article ?? '') : '',
    ]),
  }
}

function courtOf(
  { judicial_uid, court_number }: Detail,
  courts: CourtDirectory,
): { court: SiteCourt | undefined; inferred: Inferred[] } {
  const title = court_number ? titleOf(court_number) : undefined
  const code = /^(\d{2}MS\d{4})-/.exec(judicial_uid ?? '')?.[1]
  const began = code === undefined ? undefined : courts.ofCode(code)
  if (title === undefined) return { court: undefined, inferred: [] }
  if (began !== undefined && isSameDistrict(began.title, title))
    return {
      court: began,
      inferred: [{ field: 'court', from: `номер участка и УИД: ${court_number}, ${judicial_uid}`, certainty: 0.99 }],
    }
  return {
    court: { title, region: petersburg, city: 'Санкт-Петербург' },
    inferred: [{ field: 'court', from: `номер участка: ${court_number}`, certainty: 0.97 }],
  }
}

function listOf({ data, count }: List, base: URL | undefined): AdapterReading {
  const rows = data.map(({ id, url, date, status, article, offenders, defendants, court_number }): ListRow => {
    const people = [offenders, defendants].flatMap(names => splitNames((names ?? '').replaceAll(';', ',')))
    const day = isoDay(date ?? '')
    return {
      case_number: id,
      former_numbers: [],
      url: absolute(url ?? undefined, base ?? site) ?? site.href,
      source_key: keyOf(id),
      ...(day === undefined ? {} : { entry_date: day }),
      ...(status ? { state: status } : {}),
      ...(court_number ? { court: titleOf(court_number) } : {}),
      people: people.map(name => ({ name, articles: article ?? '' })),
      text_urls: [],
    }
  })
  return { kind: 'list', total: count ?? null, rows, pages: [], notes: [] }
}
