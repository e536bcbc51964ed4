import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { codexOfType, codexTitle } from '#shared/domain/codex.ts'
import { plural } from '#shared/domain/wording.ts'
import { articlesQuery } from '../../api/directories.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LabelledGroup, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ArticleGroup, groupArticles, isPartly, isWhole, withArticles } from '../articles.ts'
import { type ControlProps, orNothing } from '../control.ts'
import { holds } from '../suggestions.ts'
import styles from './controls.module.css'
import { Exclude } from './exclude.tsx'

/** Articles as a tree: «20.2 (вся)» chooses or excludes all its parts, and shows when only some are chosen (§4). */
const shownAtOnce = 12
const shownMore = 60

export const ArticleControl = ({ field, value = [], excluded = [], set, values }: ControlProps<'reference'>) => {
  const { data, isError, isPending } = useQuery(articlesQuery())
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const all = useMemo(() => groupArticles(data?.results ?? []), [data])
  const [chosen, turned] = [new Set(value), new Set(excluded)]
  const isTouched = (group: ArticleGroup) => group.members.some(({ id }) => chosen.has(id) || turned.has(id))
  const codex = values.type === '1' || values.type === '2' ? codexOfType(values.type === '1' ? 1 : 2) : undefined
  // Articles of the other codex stay in sight while they are chosen.
  const offered = all.filter(group => codex === undefined || group.codex === codex || isTouched(group))
  const found = offered.filter(group => isFound(group, typed))
  const ordered = typed === '' ? [...found.filter(isTouched), ...found.filter(group => !isTouched(group))] : found
  const shown = ordered.slice(0, limit)
  const hidden = ordered.length - shown.length

  const put = (next: readonly number[], nextTurned: readonly number[]) => set(orNothing(next), orNothing(nextTurned))
  const include = (members: ArticleGroup['members'], on: boolean) =>
    put(withArticles(value, members, on), withArticles(excluded, members, false))
  const exclude = (members: ArticleGroup['members'], on: boolean) =>
    put(withArticles(value, members, false), withArticles(excluded, members, on))
  return (
    <LabelledGroup label={field.label}>
      {labelId => (
        <fieldset aria-labelledby={labelId}>
          <TextInput
            icon="search"
            aria-label="Найти статью"
            placeholder="Номер или слово: 20.2, митинг, неповиновение"
            value={typed}
            onChange={text => {
              setTyped(text)
              setLimit(shownAtOnce)
            }}
          />
          {isPending && <p className={styles.note}>Загрузка…</p>}
          {isError && <p className={styles.note}>Статьи не загрузились. Закройте окно и откройте ещё раз.</p>}
          <ul className={styles.tree}>
            {shown.map(group => (
              <Branch
                key={group.id}
                group={group}
                withCodex={codex === undefined}
                chosen={chosen}
                turned={turned}
                include={include}
                exclude={exclude}
              />
            ))}
          </ul>
          {data && found.length === 0 && <p className={styles.note}>Такой статьи нет</p>}
          {hidden > 0 && (
            <button
              type="button"
              className={`${buttonClass('link')} small`}
              onClick={() => setLimit(limit + shownMore)}
            >
              Ещё {hidden} {plural(hidden, ['статья', 'статьи', 'статей'])}
            </button>
          )}
        </fieldset>
      )}
    </LabelledGroup>
  )
}

/** By number from its beginning, by words of the title. */
const isFound = ({ article_number, title, members }: ArticleGroup, typed: string): boolean => {
  const text = typed.trim()
  if (text === '') return true
  const number = text.replace(/^ст\.?\s*/i, '').split(/\s/, 1)[0] ?? ''
  return /^\d/.test(number)
    ? article_number.startsWith(number)
    : holds(title, text) || members.some(member => holds(member.title, text))
}

type Act = (members: ArticleGroup['members'], on: boolean) => void
const Branch = ({
  group,
  withCodex,
  chosen,
  turned,
  include,
  exclude,
}: {
  group: ArticleGroup
  withCodex: boolean
  chosen: ReadonlySet<number>
  turned: ReadonlySet<number>
  include: Act
  exclude: Act
}) => {
  const parts = useId()
  const hasParts = group.members.length > 1
  const partly = isPartly(group, chosen) || isPartly(group, turned)
  const [opened, setOpened] = useState(partly)
  const name = `${group.name}${withCodex ? ` ${codexTitle(group.codex)}` : ''}`
  return (
    <li>
      <div className={styles.node}>
        {hasParts ? (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={opened}
            aria-controls={parts}
            aria-label={`Части статьи ${group.article_number}`}
            onClick={() => setOpened(!opened)}
          >
            <Icon name={opened ? 'down' : 'right'} />
          </button>
        ) : (
          <span className={styles.unfold} />
        )}
        <div className={styles.option} data-not={isWhole(group, turned) || undefined}>
          <Checkbox
            checked={isWhole(group, chosen)}
            partly={isPartly(group, chosen)}
            onChange={on => include(group.members, on)}
          >
            <span className={styles.optionText}>
              <b className="strong">{name}</b> <span className="quiet small">{group.title}</span>
            </span>
          </Checkbox>
          <Exclude what={name} on={isWhole(group, turned)} onChange={on => exclude(group.members, on)} />
        </div>
      </div>
      {hasParts && opened && (
        <ul className={styles.parts} id={parts}>
          {group.members.map(member => (
            <li key={member.id} className={styles.option} data-not={turned.has(member.id) || undefined}>
              <Checkbox checked={chosen.has(member.id)} onChange={on => include([member], on)}>
                <span className={styles.optionText} title={member.title}>
                  {member.part ? `ч.\u00a0${member.part}` : 'без части'}
                </span>
              </Checkbox>
              <Exclude what={member.name} on={turned.has(member.id)} onChange={on => exclude([member], on)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
