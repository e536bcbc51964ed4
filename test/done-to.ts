import type { AnyValues } from '#shared/filters/field.ts'
import type { Built } from './built-questions.ts'
import { articles } from './question-names.ts'

/**
 * Victims and punished people in every order of words: no card tells of victims, and they are never read as the
 * accused.
 */
const whom = ['женщину', 'девушку', 'мужчину', 'женщин', 'девушек', 'мужчин'] as const
const sexOf = (word: string): AnyValues => ({ defendant_gender: word.startsWith('мужчин') ? 'm' : 'f' })
const harmed = [
  ...[
    'избили',
    'изнасиловали',
    'ограбили',
    'убили',
    'сбили',
    'обманули',
    'избил',
    'ударил',
    'похитили',
    'зарезали',
    'обокрали',
  ],
  ...[
    'толкнул',
    'покусали',
    'оскорбили',
    'душил',
    'пытали',
    'ранил',
    'преследовал',
    'шантажировал',
    'домогался',
    'истязал',
    'зарезал',
  ],
]
const punished: readonly (readonly [string, AnyValues])[] = [
  ['оштрафовали', { penalty_type: ['fine'] }],
  ['арестовали', { penalty_type: ['arrest'] }],
  ['выдворили', { penalty_type: ['deportation'] }],
  ['наказали', { has_penalty: true }],
  ['привлекли', {}],
  ['судят', {}],
]
const beside: readonly (readonly [string, AnyValues])[] = [
  ['', {}],
  ['в Казани', { court_city: ['Казань'] }],
  ['в Татарстане', { regions: [16] }],
  ['в 2024 году', { entry_date_range: { min: '2024-01-01', max: '2024-12-31' } }],
  ['вчера', { entry_date_range: { min: '2026-11-25', max: '2026-11-25' } }],
  [
    'по 19.3',
    {
      codex_articles: articles.flatMap(one => (one.codex === 'koap' && one.article_number === '19.3' ? [one.id] : [])),
    },
  ],
]
const orders = [
  (one: string, did: string, near: string) => `${one} ${did} ${near}`,
  (one: string, did: string, near: string) => `${near} ${one} ${did}`,
  (one: string, did: string, near: string) => `${near} ${did} ${one}`,
  (one: string, did: string, near: string) => `${did} ${near} ${one}`,
  (one: string, did: string, near: string) => `${one} ${near} ${did}`,
  (one: string, did: string, near: string) => `${did} ${one} ${near}`,
  (one: string, did: string, near: string) => `где ${one} ${did}, ${near}`,
  (one: string, did: string, near: string) => `дела ${near}, где ${did} ${one}`,
]
const each = (
  unread: (one: string) => string,
  frame: string,
  rows: readonly (readonly [string, AnyValues])[],
  of: (one: string) => AnyValues,
): Built[] =>
  rows.flatMap(([did, values]) =>
    whom.flatMap(one =>
      beside.flatMap(([near, own]) =>
        orders.map(order => ({
          question: order(one, did, near).trim().replace(/,$/, '').replace(/ ,/, ',').replace(/ +/g, ' '),
          frames: [`${frame}: ${did}`],
          values: { ...values, ...own, ...of(one) },
          unread: unread(one),
        })),
      ),
    ),
  )
/** A date after the act may be the date of the act, and may stay unread. */
export const ofHarmed = each(
  one => one,
  'сделали с кем',
  harmed.map(did => [did, {}]),
  () => ({}),
)
export const ofPunished = each(() => '', 'наказали кого', punished, sexOf)
