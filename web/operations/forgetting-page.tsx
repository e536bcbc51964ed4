import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ForgettingDecision, ForgettingRegister } from '#shared/api/forgetting.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { showDate, showMoment } from '#shared/domain/dates.ts'
import { forgettingGrounds, leastShown } from '#shared/domain/forgetting.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import {
  decisionsOnPage,
  forgettingDecisionsOptions,
  forgettingRegisterOptions,
  undoForgetting,
} from '../api/forgetting.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import table from '../ui/table.module.css'
import styles from './forgetting-page.module.css'

/** The register of decisions in numbers, for everybody; single decisions for superusers. */
export const ForgettingPage = ({ user }: { user: CurrentUser }) => {
  const register = useQuery(forgettingRegisterOptions)
  return (
    <PartedPage
      title="Удаление имён"
      lead={`Сколько решений удалить имя лица принято здесь. Вместо 1 и${'\u00a0'}2 сказано «меньше${'\u00a0'}${leastShown}», чтобы число ни на${'\u00a0'}кого не${'\u00a0'}указывало.`}
    >
      <RetryAlert of={register} />
      {register.data && <Numbers register={register.data} />}
      {user.is_superuser && !register.isPending && <Decisions />}
    </PartedPage>
  )
}

const shown = (count: number | null): string => (count === null ? `меньше\u00a0${leastShown}` : showNumber(count))

const Numbers = ({ register: { all, grounds, years } }: { register: ForgettingRegister }) => (
  <>
    <RegisterTable caption="По основаниям" heading="Основание">
      {grounds.map(row => (
        <Row key={row.grounds} title={forgettingGrounds[row.grounds]} numbers={row} />
      ))}
      <Row title="Всего" numbers={all} />
    </RegisterTable>
    {years.length > 0 && (
      <RegisterTable caption="По годам" heading="Год">
        {years.map(row => (
          <Row key={row.year} title={String(row.year)} numbers={row} />
        ))}
      </RegisterTable>
    )}
  </>
)

const RegisterTable = ({
  caption,
  heading,
  children,
}: {
  caption: string
  heading: string
  children: React.ReactNode
}) => (
  <table className={`${table.table} ${styles.numbers}`}>
    <caption className="h3">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{heading}</th>
        <th scope="col">Решений</th>
        <th scope="col">Действует</th>
        <th scope="col">Отменено</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
const Row = ({ title, numbers }: { title: string; numbers: ForgettingRegister['all'] }) => (
  <tr>
    <th scope="row">{title}</th>
    <td>{shown(numbers.decisions)}</td>
    <td>{shown(numbers.in_force)}</td>
    <td>{shown(numbers.undone)}</td>
  </tr>
)

const Decisions = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...forgettingDecisionsOptions(page), placeholderData: keepPreviousData })
  const last = Math.ceil((list.data?.count ?? 0) / decisionsOnPage)
  return (
    <section aria-labelledby="forgetting-decisions">
      <h2 id="forgetting-decisions">Решения</h2>
      <RetryAlert of={list} />
      {list.data?.count === 0 && (
        <p className="quiet">Решений пока нет. Удалить имя можно на странице лица: «Забыть…».</p>
      )}
      <ol className={`${rows.rows} ${styles.decisions}`}>
        {list.data?.results.map(one => (
          <DecisionRow key={one.id} decision={one} />
        ))}
      </ol>
      <Pager
        label="Страницы решений"
        page={Math.min(page, Math.max(1, last))}
        last={last}
        hrefOf={() => '/forgetting'}
        onGo={setPage}
      />
    </section>
  )
}

const DecisionRow = ({ decision }: { decision: ForgettingDecision }) => {
  const { id, decided_at, username, grounds, reason, cases, undo_until } = decision
  const client = useQueryClient()
  const undoing = useAct(() => undoForgetting(id), {
    done: sentence => sentence,
    // Cached answers may contain the name.
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <li>
      <div>
        <p className="strong">
          №{'\u00a0'}
          {id}, {counted(cases, caseForms)}
        </p>
        <p className="quiet small">{[username ?? 'Учётной записи больше нет', showMoment(decided_at)].join(', ')}</p>
      </div>
      <div>
        <p>{forgettingGrounds[grounds]}</p>
        {reason !== '' && <p className={`quiet small ${styles.reason}`}>{reason}</p>}
        <p className="quiet small">{stateOf(decision)}</p>
      </div>
      {undo_until === null ? (
        <span />
      ) : (
        <div className={styles.act}>
          <Button
            aria-label={`Отменить решение №\u00a0${id}`}
            busy={undoing.isPending}
            onClick={() => undoing.mutate()}
          >
            Отменить
          </Button>
          <p className="quiet small">до {showMoment(undo_until)}</p>
        </div>
      )}
    </li>
  )
}

const stateOf = ({ state, until, undone_at }: ForgettingDecision): string => {
  if (undone_at !== null) return `Отменено ${showMoment(undone_at)}`
  if (state === 'ended') return `Срок кончился ${showDate(until ?? '')}: прочитанное с${'\u00a0'}тех пор называет имя`
  return until === null ? 'Бессрочно' : `До ${showDate(until)} включительно`
}
