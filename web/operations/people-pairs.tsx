import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskPerson, PersonPair } from '#shared/api/people.ts'
import { showDate } from '#shared/domain/dates.ts'
import { evidenceWords, type PairVerdict, relationWords } from '#shared/domain/person-evidence.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { decideAbout, pairsQueryOptions } from '../api/people.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { LinkToCase } from '../filters/record-links.tsx'
import { showFailure } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { announceToScreenReader, showToast } from '../ui/toasts.tsx'
import styles from './people-desk-page.module.css'

/** One pair at a time, the most likely first; the next one is shown before the server has answered. */
const answers = [
  { verdict: 'same', label: 'Да, одно лицо', key: 'Д', done: 'Решено: одно лицо.' },
  { verdict: 'apart', label: 'Нет, разные', key: 'Н', done: 'Решено: разные лица.' },
  { verdict: 'unknown', label: 'Не знаю', key: '?', done: 'Отложено.' },
] as const
type Answer = (typeof answers)[number]

export const PeoplePairs = ({ verdict: shown }: { verdict: 'open' | 'unknown' }) => {
  const client = useQueryClient()
  const list = useQuery(pairsQueryOptions(shown))
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const waiting = (list.data?.results ?? []).filter(({ id }) => !decided.has(id))
  const pair = waiting[0]
  const left = Math.max(0, (list.data?.count ?? 0) - ((list.data?.results.length ?? 0) - waiting.length))

  const bring = (id: number) => setDecided(before => before.difference(new Set([id])))
  const decision = useMutation({
    mutationFn: ({ id, verdict }: { id: number; verdict: PairVerdict }) => decideAbout(id, verdict),
    onError: (error, { id }) => {
      bring(id)
      showFailure(error)
    },
    // Lists are refetched after the last of a series of quick decisions.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: ['people'] }) === 1) await client.invalidateQueries({ queryKey: ['people'] })
    },
    mutationKey: ['people'],
    // Sequential: an undo must follow its decision.
    scope: { id: 'people' },
  })
  const decide = (answer: Answer) => {
    if (pair === undefined || answer.verdict === shown) return
    setDecided(before => before.union(new Set([pair.id])))
    decision.mutate({ id: pair.id, verdict: answer.verdict })
    showToast(answer.done, {
      act: {
        label: 'Отменить',
        run: () => {
          bring(pair.id)
          decision.mutate({ id: pair.id, verdict: shown })
        },
      },
    })
    const next = waiting[1]
    if (next) announceToScreenReader(`Дальше: ${next.left.name} и ${next.right.name}`)
  }
  const by = (verdict: PairVerdict) => () => {
    const answer = answers.find(one => one.verdict === verdict)
    if (answer) decide(answer)
  }
  // «д» and «н» of the Russian layout are the keys `l` and `y`.
  useShortcuts({ l: by('same'), y: by('apart'), '?': by('unknown') })

  if (list.isError) return <RetryAlert of={list} />
  if (list.data === undefined) return null
  if (pair === undefined)
    return (
      <p className="quiet">
        {shown === 'open' ? 'Сомнительных пар нет. Новые появятся, когда придут новые дела.' : 'Ничего не отложено.'}
      </p>
    )
  return (
    <>
      <Answers shown={shown} left={left} onAnswer={decide} />
      <OnePair key={pair.id} pair={pair} />
    </>
  )
}

type Props = { shown: PairVerdict; left: number; onAnswer: (answer: Answer) => void }
const Answers = ({ shown, left, onAnswer }: Props) => (
  <section className={`acts ${styles.answers}`} aria-label="Одно ли это лицо?">
    {answers
      .filter(({ verdict }) => verdict !== shown)
      .map(answer => (
        <Button key={answer.verdict} onClick={() => onAnswer(answer)}>
          {answer.label} <kbd>{answer.key}</kbd>
        </Button>
      ))}
    <span className="grow" />
    <span className={`quiet ${styles.left}`}>Осталось {showNumber(left)}</span>
  </section>
)

const OnePair = ({ pair }: { pair: PersonPair }) => (
  <section aria-label={`${pair.left.name} и ${pair.right.name}`}>
    <PairReasons pair={pair} />
    <div className={styles.pair}>
      <PersonCard person={pair.left} />
      <PersonCard person={pair.right} />
    </div>
  </section>
)

const genders = { m: 'мужчина', f: 'женщина', na: 'пол неизвестен' } as const

const PersonCard = ({ person }: { person: DeskPerson }) => (
  <article className={styles.person}>
    <h2>{person.name}</h2>
    <p className="quiet small">
      {genders[person.gender]} · {counted(person.cases_count, caseForms)}
    </p>
    <ul className={styles.cases}>
      {person.cases.map(one => (
        <li key={one.id}>
          <p>
            <LinkToCase id={one.id}>{one.case_number}</LinkToCase>
            {one.stage === 2 && <span className="quiet"> · вторая инстанция</span>}
          </p>
          <p>
            {one.court} <span className="quiet small">{regionTitle(one.region)}</span>
          </p>
          <p className="quiet small">
            {one.entry_date === null ? 'Дата поступления неизвестна' : `Поступило ${showDate(one.entry_date)}`}
            {one.result_date !== null && `, решено ${showDate(one.result_date)}`}
          </p>
          {one.articles.length > 0 && <p>{one.articles.join('; ')}</p>}
          {one.result !== null && <p className="quiet small">{one.result}</p>}
          {one.name !== person.name && <p className="quiet small">В деле: {one.name}</p>}
          {one.others.length > 0 && <p className="quiet small">Также в деле: {one.others.join(', ')}</p>}
        </li>
      ))}
    </ul>
    {person.cases_count > person.cases.length && (
      <p className="quiet small">И ещё {counted(person.cases_count - person.cases.length, caseForms)}.</p>
    )}
  </article>
)

export const PairReasons = ({ pair }: { pair: Pick<PersonPair, 'name_relation' | 'evidence'> }) => {
  const words = pair.evidence.map(kind => evidenceWords[kind])
  const group = (against: boolean): string =>
    words
      .filter(word => (word.against === true) === against)
      .map(({ text }) => text)
      .join('; ')
  const [inFavour, against] = [group(false), group(true)]
  return (
    <dl className={styles.reasons}>
      <div>
        <dt>Имя</dt>
        <dd>{relationWords[pair.name_relation]}</dd>
      </div>
      {inFavour && (
        <div>
          <dt>Что совпадает</dt>
          <dd>{inFavour}</dd>
        </div>
      )}
      {against && (
        <div>
          <dt>Против</dt>
          <dd>{against}</dd>
        </div>
      )}
    </dl>
  )
}
