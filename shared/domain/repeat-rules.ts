import type { ArticleRef, RepeatRule } from './repeat-rule.ts'

// biome-ignore-all format: one rule reads best in few lines
/**
 * When a repeated offence under the КоАП becomes a crime: dated data with its source, never code. `since` and `until` are days on
 * which a rule is the law (decision 0027 says where they are from). Rules whose conditions sites do not tell (a deprived right, limits of
 * supervision) are left out.
 */
const analogous = 'аналогичное деяние в течение года после привлечения к ответственности'
const punished = 'деяние лица, подвергнутого административному наказанию (КоАП, ст. 4.6)'
const year = { years: 1 } as const

export const repeatRules: readonly RepeatRule[] = [
  {
    id: 'uk-212.1',
    articles: [{ number: '20.2' }],
    needed: 3,
    period: { days: 180 },
    from: 'decision',
    follows: { article_number: '212.1', part: '' },
    says: 'нарушение порядка публичных мероприятий лицом, привлекавшимся за это более двух раз в течение 180 дней',
    source: 'УК РФ, ст. 212.1 и примечание к ней (Федеральный закон от 21.07.2014 № 258-ФЗ)',
    since: '2014-07-22',
  },
  {
    id: 'uk-280.3',
    articles: [{ number: '20.3.3' }],
    needed: 1,
    period: year,
    from: 'force',
    follows: { article_number: '280.3', part: '1' },
    says: analogous,
    source: 'УК РФ, ст. 280.3 ч. 1 (Федеральный закон от 04.03.2022 № 32-ФЗ)',
    since: '2022-03-04',
  },
  {
    id: 'uk-284.2',
    articles: [{ number: '20.3.4' }],
    needed: 1,
    period: year,
    from: 'force',
    follows: { article_number: '284.2', part: '' },
    says: analogous,
    source: 'УК РФ, ст. 284.2 (Федеральный закон от 04.03.2022 № 32-ФЗ)',
    since: '2022-03-04',
  },
  {
    id: 'uk-280.1',
    articles: [{ number: '20.3.2' }],
    needed: 1,
    period: year,
    from: 'force',
    follows: { article_number: '280.1', part: '1' },
    says: analogous,
    source: 'УК РФ, ст. 280.1 ч. 1 (Федеральный закон от 08.12.2020 № 425-ФЗ)',
    since: '2020-12-19',
  },
  {
    id: 'uk-282',
    articles: [{ number: '20.3.1' }],
    needed: 1,
    period: year,
    from: 'force',
    follows: { article_number: '282', part: '1' },
    says: analogous,
    source: 'УК РФ, ст. 282 ч. 1 (Федеральный закон от 27.12.2018 № 519-ФЗ)',
    since: '2019-01-07',
  },
  {
    id: 'uk-282.4',
    articles: [{ number: '20.3' }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '282.4', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 282.4 ч. 1 (Федеральный закон от 14.07.2022 № 260-ФЗ)',
    since: '2022-07-25',
  },
  {
    id: 'uk-284.1-2015',
    articles: [{ number: '20.33' }],
    needed: 2,
    period: year,
    from: 'force',
    follows: { article_number: '284.1', part: '' },
    says: 'деяние лица, подвергнутого наказанию за аналогичное деяние два раза в течение года',
    source: 'УК РФ, ст. 284.1 (Федеральный закон от 23.05.2015 № 129-ФЗ)',
    since: '2015-05-23',
    until: '2021-07-11',
  },
  {
    id: 'uk-284.1',
    articles: [{ number: '20.33' }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '284.1', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 284.1 ч. 1 (Федеральный закон от 01.07.2021 № 292-ФЗ)',
    since: '2021-07-12',
  },
  {
    id: 'uk-116.1',
    articles: [{ number: '6.1.1' }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '116.1', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 116.1 ч. 1 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
    since: '2016-07-15',
  },
  {
    id: 'uk-158.1',
    articles: [{ number: '7.27', parts: ['2'] }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '158.1', part: '' },
    says: punished,
    source: 'УК РФ, ст. 158.1 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
    since: '2016-07-15',
  },
  {
    id: 'uk-157',
    articles: [{ number: '5.35.1' }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '157', part: '' },
    says: punished,
    source: 'УК РФ, ст. 157 (Федеральный закон от 03.07.2016 № 323-ФЗ)',
    since: '2016-07-15',
  },
  {
    id: 'uk-264.1',
    articles: [
      { number: '12.8', parts: ['1', '3'] },
      { number: '12.26', parts: ['1', '2'] },
    ],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '264.1', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 264.1 ч. 1 (Федеральный закон от 31.12.2014 № 528-ФЗ)',
    since: '2015-07-01',
  },
  {
    id: 'uk-264.2',
    articles: [
      { number: '12.9', parts: ['7'] },
      { number: '12.15', parts: ['5'] },
    ],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '264.2', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 264.2 ч. 1 (Федеральный закон от 30.12.2021 № 458-ФЗ)',
    since: '2022-01-10',
  },
  {
    id: 'uk-264.3',
    articles: [{ number: '12.7', parts: ['4'] }],
    needed: 1,
    period: year,
    from: 'force',
    afterExecution: true,
    follows: { article_number: '264.3', part: '1' },
    says: punished,
    source: 'УК РФ, ст. 264.3 ч. 1 (Федеральный закон от 14.07.2022 № 258-ФЗ)',
    since: '2022-07-25',
  },
]

const counts = ({ articles }: RepeatRule, { article_number, part }: ArticleRef): boolean =>
  articles.some(({ number, parts }) => number === article_number && (parts === undefined || parts.includes(part)))

/** The rules that are the law on a day. */
export const rulesOn = (day: string): RepeatRule[] =>
  repeatRules.filter(({ since, until }) => since <= day && (until === undefined || day <= until))
/** Whether a violation of the article counts for the rule. */
export const ruleCounts = counts
/** Whether it counts for any rule there is or was. */
export const isCountedArticle = (article: ArticleRef & { codex: string }): boolean =>
  article.codex === 'koap' && repeatRules.some(rule => counts(rule, article))
export const countedNumbers: readonly string[] = [
  ...new Set(repeatRules.flatMap(({ articles }) => articles.map(({ number }) => number))),
]
