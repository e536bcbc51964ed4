import type { FullCase } from '#shared/api/full-case.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { courtTitle } from '../filters/titles.ts'
import { Status } from '../ui/status.tsx'
import { FromText } from './by-text.tsx'
import { resultOf } from './next-step.ts'
import styles from './penalty-chain.module.css'
import { penaltyChain } from './penalty-chain.ts'
import type { PenaltyItem } from './penalty-parts.ts'

export const PenaltyChain = ({ instances }: { instances: readonly FullCase[] }) => {
  const [first] = instances
  const rows = first ? penaltyChain(instances, dayIn(first.court.time_zone, new Date())) : []
  if (rows.length === 0) return null
  const isNamed = rows.length > 1 || rows.some(({ name }) => name !== '')
  return (
    <section className={styles.chain} aria-labelledby="penalty">
      <h2 id="penalty" className="h3">
        {instances.length > 1 ? 'Наказание через инстанции' : 'Наказание'}
      </h2>
      <table>
        <thead>
          <tr>
            {isNamed && <th scope="col">Лицо</th>}
            {instances.map(one => (
              <th key={one.id} scope="col">
                <b>{instanceName(one)}</b>
                {one.result_type ? (
                  <Status sign={resultOf(one).sign} plain>
                    {resultOf(one).words}
                    {one.result_date && ` ${showDate(one.result_date)}`}
                  </Status>
                ) : (
                  'ещё не решено'
                )}
                <span>{courtTitle(one.court)}</span>
              </th>
            ))}
            <th scope="col" className={styles.stands}>
              <b>Сейчас</b>
              <span>по карточкам судов</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, stands }) => (
            <tr key={name}>
              {isNamed && <th scope="row">{name}</th>}
              {instances.map((one, at) => (
                <td key={one.id} data-label={instanceName(one)}>
                  {cells[at]?.decision && (
                    <Status sign={cells[at].decision.sign} plain>
                      {cells[at].decision.words}
                    </Status>
                  )}
                  <Items items={cells[at]?.items ?? []} />
                  {!cells[at]?.decision && cells[at]?.items.length === 0 && one.result_type && at === 0 && (
                    <span className="quiet small">
                      в{'\u00a0'}карточке не{'\u00a0'}сказано
                    </span>
                  )}
                </td>
              ))}
              <td className={styles.stands} data-label="Сейчас">
                <Items items={stands.items} />
                {stands.notes.map(note => (
                  <p key={note} className="quiet small">
                    {note}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const instanceName = ({ stage }: FullCase): string => (stage === 1 ? 'Первая инстанция' : 'Вторая инстанция')

const Items = ({ items }: { items: readonly PenaltyItem[] }) =>
  items.map(({ words, struck, byText, note }) => (
    <p key={words}>
      {struck ? <s>{words}</s> : <b>{words}</b>}
      {byText && <FromText />}
      {note && <span className="quiet small">{note}</span>}
    </p>
  ))
