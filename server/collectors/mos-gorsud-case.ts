import { type CardFacts, caseOfCard } from './card-case.ts'
import { roleMeaning } from './card-roles.ts'
import { isDashes, outcomeWithDay, splitNames, stateOf } from './card-values.ts'
import { caseNumbers } from './case-number.ts'
import type { AdapterReading, Card, CardSection, CourtDirectory, SiteCourt } from './collector.ts'
import type { MoscowCard } from './mos-gorsud-card.ts'
import { siteDay } from './site-dates.ts'
import { byUid } from './sudrf-keys.ts'
import { plainLabel } from './wordings.ts'

/** Translates a card of Moscow into the words of ГАС «Правосудие»; what has no equivalent keeps its own words. */
export function caseOfMoscowCard(read: MoscowCard, courts: CourtDirectory): Extract<AdapterReading, { kind: 'card' }> {
  const { card, address } = read
  const links = read.links.map(({ label, number, url }) => ({ what: label, number, url }))
  const base = { kind: 'card', card, links } as const
  if (address?.catalogue === 'other')
    return { ...base, case: null, notes: [{ code: 'other_proceedings', where: 'catalogue', value: address.section }] }
  const { number } = caseNumbers(card.number)
  const byNumber = sourceKey(`${address?.court ?? ''}/${number}`)
  const source = {
    url: address?.id === undefined ? undefined : new URL(addressPath(address), read.origin),
    keys: (told: CardFacts) =>
      address?.id === undefined
        ? byUid(sourceKey(address?.court ?? ''), told, byNumber)
        : { source_key: cardKey({ court: address.court, id: address.id }) },
    court: courtOf(read, courts),
    ...(address?.catalogue === undefined ? {} : { proceedings: address.catalogue }),
  }
  const stage = address?.catalogue?.stage ?? 1
  return { ...base, ...caseOfCard(commonCard(read, stage), source) }
}

export const cardKey = ({ court, id }: { court: string; id: string }): string =>
  isDistrict(court) ? `mos-sud|${court}|${id.toLowerCase()}` : sourceKey(id)
const sourceKey = (id: string): string => `mos-gorsud|${id.toLowerCase()}`
const isDistrict = (court: string): boolean => /^\d+$/.test(court)
const addressPath = ({ court, section, id }: NonNullable<MoscowCard['address']>): string =>
  isDistrict(court)
    ? `/${court}/cases/${section}/details/${id}`
    : `${court === 'mgs' ? '/mgs' : `/rs/${court}`}/services/cases/${section}/details/${id}`

const moscow = 77
function courtOf({ code: written, address, court: title }: MoscowCard, courts: CourtDirectory): SiteCourt | undefined {
  // The address identifies the court; the subscription form has the site's code, which many courts share.
  const code = address?.code ?? written
  const known = code === undefined ? undefined : courts.ofCode(code)
  if (known !== undefined || title === undefined) return known
  return { title, region: moscow, city: 'Москва', ...(code === undefined ? {} : { vnkod: code }) }
}

/** The common name of a label; `null` means that it stays on the card. A pair when instances differ. */
type Said = string | null | readonly [first: string | null, second: string | null]
const labels: Readonly<Record<string, Said>> = {
  судья: 'Судья',
  'дата поступления дела в апелляционную инстанцию': [null, 'Дата поступления'],
  'дата рассмотрения дела в первой инстанции': ['Дата рассмотрения', null],
  'дата рассмотрения дела в апелляционной инстанции': [null, 'Дата рассмотрения'],
  'решение первой инстанции': ['Результат рассмотрения', null],
  'решение апелляционной инстанции': [null, 'Результат рассмотрения'],
  'дата окончания': 'Дата рассмотрения',
  'дата вступления решения в силу': 'Дата вступления в законную силу',
  'дата вступления постановления в силу': 'Дата вступления в законную силу',
  'дата вступления приговора в силу': 'Дата вступления в законную силу',
  'дата вступления в силу': 'Дата вступления в законную силу',
  'статья коап рф': 'Перечень статей',
  'статья ук рф': 'Перечень статей',
  'номер судебного состава': null,
  'основание решения суда': null,
  'номер жалобы': null,
  'номер заявления': null,
  'номер материала': null,
  'номер входящего документа': null,
}
const articleLabels = new Set(['статья коап рф', 'статья ук рф', 'статья'])
const accusedLabels = /^(?:привлекаем|подсудим|осужд[её]нн|обвиняем|оправданн|лицо$)/
const numberLabels = /^(?:номер дела(?: ~ материала)?|№ дела)$/
const higherLabel = /^номер дела в суде вышестоящей инстанции$/
const lowerLabel = /^номер дела в суде нижестоящей инстанции$/
const lowerCourtLabels = /^(?:суд первой инстанции(?:, судья)?|суд, вынесший решение)$/

function commonCard({ card, sides }: MoscowCard, stage: 1 | 2): Card {
  const [main, ...tabs] = card.sections
  const fields = main?.fields ?? []
  const valueUnder = (pattern: RegExp): string | undefined =>
    fields.find(({ label }) => pattern.test(plainLabel(label)))?.value
  const people = peopleOf(sides, valueUnder(/^статья(?: коап рф| ук рф)?$/) ?? '')
  const hasResult = fields.some(
    ({ label, value }) => nameOf(label, stage) === 'Результат рассмотрения' && !isDashes(value),
  )
  const said: CardSection['fields'] = []
  for (const { label, value } of fields) {
    const plain = plainLabel(label)
    if (numberLabels.test(plain) || higherLabel.test(plain) || lowerLabel.test(plain) || isOfPeople(plain)) continue
    if (lowerCourtLabels.test(plain) || (articleLabels.has(plain) && people.tell)) continue
    if (plain === 'текущее состояние') said.push(...stateFields(value, hasResult))
    else {
      const name = nameOf(label, stage)
      if (name === 'Результат рассмотрения') said.unshift(...datedResult(value))
      else if (name !== null) said.push({ label: name, value })
    }
  }
  const judge = /\(([^()]+)\)/.exec(valueUnder(/^номер судебного состава$/) ?? '')?.[1]
  if (judge !== undefined && !said.some(({ label }) => label === 'Судья')) said.push({ label: 'Судья', value: judge })
  const lowerCourt = (valueUnder(lowerCourtLabels) ?? '').replace(/ ?\(.*/s, '')
  return {
    number: card.number,
    sections: [
      { title: 'Дело', fields: said, tables: [] },
      ...relatedSections(valueUnder(higherLabel), 'Номер дела в вышестоящем суде', ''),
      ...relatedSections(valueUnder(lowerLabel), 'Номер дела в нижестоящем суде', lowerCourt),
      { title: 'Стороны', fields: [], tables: [people.table] },
      ...tabs.flatMap(tab => tab.tables.flatMap(table => sectionOfTable(tab, table))),
    ],
    acts: card.acts.filter(({ title }) => !isOnTheWay.test(title)),
  }
}

/** Interlocutory orders are no decision: a case that has nothing else has no text. */
const isOnTheWay =
  /^определение.* (?:о принятии|о подготовке|о назначении|о продлении|об отложении|о приостановлении|об отказе в применении мер)|^постановление о назначении (?:судебного|предварительного|открытого)/i

const isOfPeople = (plain: string): boolean =>
  accusedLabels.test(plain) || /^(?:стороны|участники)$/.test(plain) || roleMeaning(plain) !== undefined

function nameOf(label: string, stage: 1 | 2): string | null {
  const plain = plainLabel(label)
  const found = Object.hasOwn(labels, plain) ? labels[plain] : label
  return (Array.isArray(found) ? found[stage - 1] : found) ?? null
}

function datedResult(value: string): CardSection['fields'] {
  const { words, day } = outcomeWithDay(value)
  const label = 'Результат рассмотрения'
  return day === undefined
    ? [{ label, value }]
    : [
        { label, value: words },
        { label: 'Дата рассмотрения', value: siteDay(day) },
      ]
}

function stateFields(value: string, hasResult: boolean): CardSection['fields'] {
  const state = stateOf(value)
  const told: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Дата вступления в законную силу', state.result_valid_date],
    ['Результат рассмотрения', hasResult ? undefined : state.result],
    ['Дата рассмотрения', hasResult ? undefined : state.result_date],
    ['Текущее состояние', state.unread],
  ]
  return told.flatMap(([label, said]) =>
    said === undefined ? [] : [{ label, value: /^\d{4}-/.test(said) ? siteDay(said) : said }],
  )
}

const relatedSections = (value: string | undefined, label: string, court: string): CardSection[] =>
  splitNames((value ?? '').replaceAll('\n', ','))
    .map(number => caseNumbers(number).number)
    .map(number => ({
      title: 'Дело',
      fields: [{ label, value: number }, ...(court === '' ? [] : [{ label: 'Нижестоящий суд', value: court }])],
      tables: [],
    }))

/** `tell`: each person has an article of their own, so the case as a whole need not repeat them. */
function peopleOf(sides: MoscowCard['sides'], written: string) {
  const rows: string[][] = []
  const accused: { labels: Set<string>; row: string[] }[] = []
  for (const { label, role, names } of sides) {
    if (!isOfPeople(plainLabel(label))) continue
    const own = role ?? label
    const isAccused = accusedLabels.test(plainLabel(own)) || roleMeaning(own) === 'defendant'
    for (const person of splitNames(names)) {
      const [, name = person, brackets = ''] = /^(.*?) ?\((.*)\)$/s.exec(person) ?? []
      if (!isAccused) {
        rows.push([own, person.replace(ofArticles, ''), ''])
        continue
      }
      // Named under another label as well, or a line above their articles.
      const known = name === '' ? accused.at(-1) : accused.find(one => !one.labels.has(label) && one.row[1] === name)
      known?.labels.add(label)
      const row = known?.row ?? ['Привлекаемое лицо', name, '']
      if (known === undefined) rows.push(row)
      if (known === undefined) accused.push({ labels: new Set([label]), row })
      row[2] ||= articlesIn(brackets)
    }
  }
  const alone = accused.length === 1 ? accused[0]?.row : undefined
  if (alone?.[2] === '') alone[2] = written.replaceAll('\n', '; ')
  const tell = alone !== undefined || rows.some(([, , articles]) => articles !== '')
  return { tell, table: { title: 'Стороны', columns: ['Вид лица', 'ФИО', 'Перечень статей'], rows } }
}
/** Articles beside somebody else are those of the case. */
const ofArticles = /(?: ?\((?:ст\.|отм\.)[^()]{0,300}\))+$/iu
/** «отм. 01.02.2020) (Ст. 158, Ч. 2»: annulled articles precede the current ones. */
const articlesIn = (brackets: string): string =>
  brackets
    .split(/\) ?\(/)
    .filter(one => /^ст/i.test(one))
    .join('; ')

const columns: Readonly<Record<string, string>> = {
  состояние: 'Наименование события',
  'документ-основание': 'Основание',
  стадия: 'Наименование события',
  'дата и время': 'Дата',
  'основание назначения судебного заседания': 'Основание',
  'тип судебного заседания/слушания': 'Примечание',
  'использовалось аудио/видео протоколирование': 'Дата размещения',
  'проводилась видеозапись': 'Дата размещения',
}
const tablesOfEvents = /^(?:история состояний|движение дела|судебные заседания(?: и беседы)?)$/
/** Under any title; a writ or a complaint has a state and a day as well. */
const columnsOfEvents = [
  ['стадия', 'дата и время'],
  ['состояние', 'документ-основание'],
]
const tablesKept = /^(?:история местонахождения|документы(?: из описи)?|судебные акты|прикрепл[её]нные документы)$/

function sectionOfTable(tab: CardSection, table: CardSection['tables'][number]): CardSection[] {
  const plain = plainLabel(table.title)
  if (tablesKept.test(plain)) return []
  const renamed = table.columns.map(column => columns[plainLabel(column)] ?? column)
  const said = table.columns.map(plainLabel)
  const isOfEvents = tablesOfEvents.test(plain) || columnsOfEvents.some(some => some.every(one => said.includes(one)))
  if (!isOfEvents) return [{ title: `${tab.title}: ${table.title}`, fields: [], tables: [table] }]
  return [{ title: 'Движение дела', fields: [], tables: [{ ...table, columns: renamed }] }]
}
