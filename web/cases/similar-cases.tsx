import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Comparison } from '#shared/api/comparables.ts'
import {
  amountIn,
  medianWords,
  outcomeLabels,
  rangeWords,
  reviewLabels,
  shareWords,
  showInterval,
} from '#shared/charts/share-wording.ts'
import type { CaseType } from '#shared/domain/codex.ts'
import { codexOfType, codexTitle } from '#shared/domain/codex.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { penaltyKinds } from '#shared/domain/penalty-wording.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { counted, plural, showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { comparablesQueryOptions } from '../api/practice.ts'
import { personName } from '../filters/case-wording.ts'
import { LoadFailed } from '../filters/load-failed.tsx'
import { PenaltyStrip } from './penalty-strip.tsx'
import styles from './similar-cases.module.css'

/** Similar cases, and the rank of this case's penalty among theirs (decision 0092). */
export const SimilarCases = ({ id, type }: { id: number; type: CaseType }) => {
  const [query, setQuery] = useState<WireRecord>({})
  const asking = useQuery({ ...comparablesQueryOptions(id, query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = asking
  if (asking.isError && Object.keys(query).length > 0)
    return <LoadFailed of={asking} title="Похожие дела не загрузились" />
  if (!data || data.comparisons.length === 0) return null
  return (
    <section className={styles.comparables} aria-labelledby="comparables" aria-busy={isPlaceholderData}>
      {data.comparisons.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: people of a case stand in its order
        <Compared key={at} id={id} type={type} one={one} isFirst={at === 0} onSwitch={setQuery} />
      ))}
      {data.more > 0 && (
        <p className="quiet small">
          Ещё {counted(data.more, ['привлекаемый', 'привлекаемых', 'привлекаемых'])} не{'\u00a0'}
          {plural(data.more, ['сравнивается', 'сравниваются', 'сравниваются'])}.
        </p>
      )}
      <Method />
    </section>
  )
}

type Props = { id: number; type: CaseType; one: Comparison; isFirst: boolean; onSwitch: (query: WireRecord) => void }
const Compared = ({ id, type, one, isFirst, onSwitch }: Props) => (
  <div className={styles.one}>
    <h3 id={isFirst ? 'comparables' : undefined}>
      Похожие дела:{' '}
      <Link to="/" search={{ ...one.filters, ordering: defaultOrdering }}>
        {showNumber(one.others)}
      </Link>
    </h3>
    {one.person && <p className="strong">{personName(one.person)}</p>}
    <p className="quiet small">
      {likeness(one, type)}
      {one.count > one.others && ' В\u00a0списке они вместе с\u00a0этим делом.'}
    </p>
    <Conditions one={one} onSwitch={onSwitch} />
    {!one.is_enough && <p className="small">Меньше 20{'\u00a0'}дел: для сравнения мало.</p>}
    {one.penalties && (
      <PenaltyStrip penalties={one.penalties} own={id} show={amountIn(one.outcome.penalty_type ?? '')} />
    )}
    <Place one={one} />
    <Reviews one={one} />
    {one.published && (
      <p className="small">
        Текст решения опубликован:{' '}
        <Link to="/" search={{ ...one.published.filters, ordering: defaultOrdering }}>
          {shareWords(one.published.count, one.published.of)}
        </Link>{' '}
        <span className="quiet">({showInterval(one.published)})</span> похожих дел.
      </p>
    )}
  </div>
)

/** «По ст. 20.2 ч. 5 КоАП, первая инстанция, штраф»; without the part when any part counts. */
const likeness = ({ article, outcome }: Comparison, type: CaseType): string => {
  const kind = outcome.penalty_type === null ? outcomeLabels[outcome.kind] : penaltyKinds[outcome.penalty_type]
  const name = noBreak(`ст. ${article.name}`)
  return `По ${name}\u00a0${codexTitle(codexOfType(type))}, первая инстанция, ${kind ?? ''}${outcome.suspended ? ' условно' : ''}.`
}

const Conditions = ({ one: { same, years, region }, onSwitch }: Pick<Props, 'one' | 'onSwitch'>) => {
  const held = { same_region: same.region, same_years: same.years, ...(same.part !== null && { same_part: same.part }) }
  const labels: Readonly<Record<string, string>> = {
    same_region: 'Тот же регион',
    same_years: 'Те же годы',
    same_part: 'Та же часть статьи',
  }
  const titles: Readonly<Record<string, string>> = {
    same_region: regionTitle(region),
    same_years: `Решения ${years.from}–${Math.min(years.to, Number(today().slice(0, 4)))} годов`,
  }
  const switched = (key: string): WireRecord =>
    Object.fromEntries(Object.entries(held).map(([one, is]) => [one, String(one === key ? !is : is)]))
  return (
    <fieldset className={`screen-only ${styles.conditions}`}>
      <legend className="sr">Условия сравнения</legend>
      {Object.entries(held).map(([key, is]) => (
        <button
          key={key}
          type="button"
          className={styles.condition}
          aria-pressed={is}
          title={titles[key]}
          onClick={() => onSwitch(switched(key))}
        >
          {labels[key]}
        </button>
      ))}
    </fieldset>
  )
}

const unplacedWords: Readonly<Record<string, string>> = {
  annulled: 'Решение отменено, поэтому места этого дела среди похожих нет.',
  in_question: 'Решение, возможно, отменено, поэтому место этого дела не\u00a0показано.',
  changed: 'Наказание изменено при пересмотре, и\u00a0каким оно стало, точно не\u00a0известно.',
  unsure: 'Наказание в\u00a0этом деле точно не\u00a0известно, поэтому его места нет.',
}

const Place = ({ one }: { one: Comparison }) => {
  const { penalties, outcome, why_unplaced: why } = one
  const show = amountIn(outcome.penalty_type ?? '')
  return (
    <>
      {penalties && (
        <p className="small">
          Медиана {medianWords(penalties, show)}; средняя половина: {rangeWords(penalties, show)}
          {penalties.n !== one.count && ` — по\u00a0${counted(penalties.n, ['наказанию', 'наказаниям', 'наказаниям'])}`}
          .
        </p>
      )}
      {penalties?.own && (
        <p className="small">
          В{'\u00a0'}этом деле {show(penalties.own.value)}. Среди{' '}
          {counted(others(penalties.own), ['остального наказания', 'остальных наказаний', 'остальных наказаний'])}{' '}
          меньше
          {'\u00a0'}— {showNumber(penalties.own.below)}, столько{'\u00a0'}же{'\u00a0'}—{' '}
          {showNumber(penalties.own.equal)}, больше
          {'\u00a0'}— {showNumber(penalties.own.above)}.
        </p>
      )}
      {one.is_enough && why && <p className="small">{unplacedWords[why]}</p>}
    </>
  )
}

const others = ({ below, equal, above }: { below: number; equal: number; above: number }): number =>
  below + equal + above

const Reviews = ({ one: { reviews } }: { one: Comparison }) =>
  reviews && (
    <p className="small">
      Жалоб при тех{'\u00a0'}же условиях рассмотрено{' '}
      <Link to="/" search={{ ...reviews.filters, ordering: defaultOrdering }}>
        {showNumber(reviews.of)}
      </Link>
      :{' '}
      {(['upheld', 'changed', 'annulled'] as const).map((kind, at) => {
        const part = reviews.kinds[kind]
        return (
          <span key={kind}>
            {at > 0 && ', '}
            {reviewLabels[kind]}{' '}
            <Link to="/" search={{ ...part.filters, ordering: defaultOrdering }}>
              {shareWords(part.count, part.of)}
            </Link>{' '}
            <span className="quiet">({showInterval(part)})</span>
          </span>
        )
      })}
      .
    </p>
  )

const Method = () => (
  <details className="quiet small">
    <summary>Как считается</summary>
    <p>
      Похожие дела{'\u00a0'}— дела первой инстанции с{'\u00a0'}той{'\u00a0'}же статьёй, исходом и{'\u00a0'}видом
      наказания, решённые за{'\u00a0'}два года до и{'\u00a0'}два года после. Если их меньше двадцати, условия снимаются
      по{'\u00a0'}одному: регион, годы, часть статьи. Сравниваются только основные наказания, прочитанные уверенно, как
      их назначила первая инстанция; своё наказание{'\u00a0'}— как оно есть после пересмотра. В{'\u00a0'}других делах
      могли быть и{'\u00a0'}другие статьи. Точка{'\u00a0'}— одно дело; если их больше двухсот, показаны двести через
      равные промежутки; число{'\u00a0'}— столько одинаковых наказаний. В{'\u00a0'}скобках{'\u00a0'}— границы, между
      которыми настоящее значение лежит с{'\u00a0'}
      вероятностью 95{'\u00a0'}%. Жалобы{'\u00a0'}— дела второй инстанции по{'\u00a0'}той{'\u00a0'}же статье, не
      {'\u00a0'}обязательно на{'\u00a0'}эти решения.
    </p>
  </details>
)
