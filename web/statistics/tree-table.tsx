import { useState } from 'react'
import type { CountTree } from '#shared/api/statistics.ts'
import { fewestForShare, smallSample } from '#shared/domain/statistics-ranges.ts'
import { plural, showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { Icon } from '../ui/icon.tsx'
import legend from '../ui/legend.module.css'
import { narrow, useMedia } from '../ui/media.ts'
import table from '../ui/table.module.css'
import { listAddress, useLinks } from './question-note.tsx'
import {
  articlesAtFirst,
  type Column,
  cellFilters,
  drawsOutcomes,
  type Figures,
  figureText,
  type Medians,
  type Order,
  shareBase,
  type TreeRow,
  treeRows,
} from './tree-rows.ts'
import styles from './tree-table.module.css'

type Figure = Exclude<Column, 'article' | 'median'>
const heads: readonly { column: Figure; title: string; full?: string }[] = [
  { column: 'count', title: 'Дел' },
  { column: 'first', title: '1-я инст.', full: 'Первая инстанция' },
  { column: 'second', title: '2-я инст.', full: 'Вторая инстанция' },
  { column: 'penalty', title: 'Наказание назначено' },
  { column: 'terminated', title: 'Прекращено' },
  { column: 'returned', title: 'Возвращено, передано' },
  { column: 'other', title: 'Иной исход' },
  { column: 'none', title: 'Нет результата' },
]
const noMedians: Medians = {}

type Props = { tree: CountTree; total: number; query: WireRecord; medians: Medians | undefined; inShares: boolean }
export const TreeTable = ({ tree, total, query, medians, inShares }: Props) => {
  const [order, setOrder] = useState<Order>({ by: 'count', up: false })
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const follow = useLinks()
  const atFirst = articlesAtFirst[useMedia(narrow) ? 'narrow' : 'wide']
  const lines = treeRows(tree, { order, medians: medians ?? noMedians, turned, atFirst, whole })
  const sortBy = (by: Column) => setOrder(order.by === by ? { by, up: !order.up } : { by, up: by === 'article' })
  const turn = (key: string) => setTurned(withOrWithout(turned, key))
  const head = (column: Column, title: string, full?: string) => (
    <th
      key={column}
      scope="col"
      data-column={column}
      aria-sort={order.by === column ? (order.up ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" title={full} onClick={() => sortBy(column)}>
        {title}
        <span className={table.arrow} data-up={order.up || undefined} data-off={order.by !== column || undefined}>
          <Icon name="arrow" />
        </span>
      </button>
    </th>
  )
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link answers to Enter with a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      <div onClick={follow}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="sr">Дела по кодексам, статьям и частям</caption>
          <colgroup>
            <col />
            {heads.map(({ column }) => (
              <col key={column} data-column={column} />
            ))}
            <col data-column="bar" />
            <col data-column="median" />
          </colgroup>
          <thead>
            <tr>
              {head('article', 'Статья')}
              {heads.map(({ column, title, full }) => head(column, title, full))}
              <th scope="col" data-column="bar">
                Исходы первой инстанции
              </th>
              {head('median', 'Медиана, дней', 'Дней от поступления до решения первой инстанции')}
            </tr>
          </thead>
          <tbody>
            {lines.map(line =>
              'more' in line ? (
                <tr key={line.key} data-level={1}>
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.more}
                      onClick={() => setWhole(withOrWithout(whole, line.of.key))}
                    >
                      Показать ещё {line.more}&nbsp;{plural(line.more, ['статью', 'статьи', 'статей'])}{' '}
                      {line.of.article === 'УК' ? 'УК' : 'КоАП'}
                    </button>
                  </th>
                </tr>
              ) : (
                <tr key={line.key} data-level={line.level}>
                  <th scope="row">
                    <Name line={line} onTurn={() => turn(line.key)} />
                  </th>
                  {heads.map(({ column }) => (
                    <td key={column} data-column={column}>
                      <Cell line={line} column={column} total={total} query={query} inShares={inShares} />
                    </td>
                  ))}
                  <td data-column="bar">
                    <OutcomeBar figures={line.figures} />
                  </td>
                  <td data-column="median">
                    {/* «—» says that there are too few cases, so not before the medians are here. */}
                    {line.figures.median ?? (medians && <span className="faint">—</span>)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      <p className={legend.legend}>
        <span className={styles.ofHidden}>
          Медиана — дней от поступления до решения первой инстанции. Ни медианы, ни полосы исходов нет, если дел меньше
          {'\u00a0'}
          {fewestForShare}.
        </span>
        <span>Дело с несколькими статьями учтено по каждой.</span>
        <span className={styles.key} data-part="penalty">
          наказание назначено
        </span>
        <span className={styles.key} data-part="terminated">
          прекращено
        </span>
        <span className={styles.key} data-part="returned">
          возвращено, передано
        </span>
        <span className={styles.key} data-part="none">
          иной исход или нет результата
        </span>
        {inShares && (
          <span>
            * — доля от числа меньше {smallSample}: говорит о немногом; от числа меньше {fewestForShare} доли нет.
          </span>
        )}
      </p>
    </>
  )
}

const withOrWithout = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.symmetricDifference(new Set([key]))

const Name = ({ line, onTurn }: { line: TreeRow; onTurn: () => void }) => {
  const name = (
    <span className={styles.words} title={line.title || undefined}>
      <b className={line.level < 2 ? 'strong' : styles.part}>
        {line.level === 0 ? line.codex.description.replace(': все статьи', '') : shortName(line)}
      </b>{' '}
      {line.level > 0 && <span className="quiet small">{line.name}</span>}
      {line.folding === 'unfolded' && line.title !== '' && (
        <span className={`small ${styles.title}`}>{line.title}</span>
      )}
    </span>
  )
  return line.folding === 'none' ? (
    <span className={styles.name}>
      <i className={styles.room} />
      {name}
    </span>
  ) : (
    <button type="button" className={styles.name} aria-expanded={line.folding === 'unfolded'} onClick={onTurn}>
      <Icon name={line.folding === 'unfolded' ? 'down' : 'right'} />
      {name}
    </button>
  )
}
const shortName = ({ level, article }: TreeRow): string =>
  level === 2 && article.includes(' ч.') ? article.slice(article.indexOf(' ч.') + 1) : article

type CellProps = { line: TreeRow; column: Figure; total: number; query: WireRecord; inShares: boolean }
const Cell = ({ line, column, total, query, inShares }: CellProps) => {
  const count = line.figures[column]
  const of = shareBase(line, column, total)
  const text = figureText(count, of, inShares)
  if (count === 0) return <span className="faint">{text}</span>
  return (
    <a
      href={listAddress({ ...query, ...cellFilters(line, column) })}
      title={inShares ? `${showNumber(count)} из ${showNumber(of)}` : undefined}
    >
      {text}
    </a>
  )
}

/** Decorative: the numbers are next to it. */
const parts = [
  ['penalty', 'наказание назначено'],
  ['terminated', 'прекращено'],
  ['returned', 'возвращено, передано'],
  ['none', 'иной исход или нет результата'],
] as const

const OutcomeBar = ({ figures }: { figures: Figures }) => {
  if (!drawsOutcomes(figures)) return <span className="faint">—</span>
  const count = (part: (typeof parts)[number][0]): number =>
    part === 'none' ? figures.none + figures.other : figures[part]
  return (
    <span
      className={styles.bar}
      aria-hidden="true"
      title={parts.map(([part, name]) => `${name}: ${showNumber(count(part))}`).join('\n')}
    >
      {parts.map(
        ([part]) =>
          count(part) > 0 && <i key={part} data-part={part} style={{ flexGrow: count(part) / figures.first }} />,
      )}
    </span>
  )
}
