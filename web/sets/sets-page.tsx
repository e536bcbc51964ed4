import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WorkingSet } from '#shared/api/sets.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { setRoles } from '#shared/domain/sets.ts'
import { caseForms, counted, setForms } from '#shared/domain/wording.ts'
import { createSet, refreshSets, setsQueryOptions } from '../api/sets.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { WatchEnd } from '../filters/watch-end.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { CollectionPage, EmptyCollection } from '../ui/collection-page.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import rows from '../ui/rows.module.css'
import { SetProgress } from './item-status.tsx'
import styles from './sets-page.module.css'

const SetTitleForm = lazyPart(() => import('./set-title-form.tsx'), 'SetTitleForm')

export const SetsPage = () => {
  const list = useQuery(setsQueryOptions)
  const count = list.data?.count ?? 0
  return (
    <CollectionPage title="Подборки" count={count > 0 ? counted(count, setForms) : undefined}>
      <div className={`acts screen-only ${styles.acts}`}>
        <NewSet />
        <Link to="/sets/$id" params={{ id: 'import' }} className={buttonClass()}>
          Загрузить таблицу
        </Link>
      </div>
      {!list.data && <RetryAlert of={list} />}
      {list.data && count === 0 && <NoSets />}
      <ul className={`${rows.rows} ${styles.sets}`}>
        {list.data?.results.map(one => (
          <SetRow key={one.id} one={one} />
        ))}
      </ul>
    </CollectionPage>
  )
}

const NewSet = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button look="main" onClick={() => setOpened(true)}>
        <Icon name="plus" />
        Новая подборка
      </Button>
      {opened && (
        <SetTitleForm
          title="Новая подборка"
          act="Создать"
          note={'Дела добавляют из списка: отметьте их и нажмите «В\u00a0подборку».'}
          onSave={async title => {
            const { id } = await createSet(title)
            await refreshSets(client)
            await navigate({ to: '/sets/$id', params: { id: String(id) } })
          }}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

const SetRow = ({ one }: { one: WorkingSet }) => (
  <li>
    <div>
      <Link to="/sets/$id" params={{ id: String(one.id) }} className="strong">
        {one.title}
      </Link>
      <p className="second">
        {counted(one.count, caseForms)}
        {one.hidden > 0 && `, ещё ${counted(one.hidden, caseForms)} вне ваших регионов`}
      </p>
      {one.watching && (
        <p className="doubt small">
          <WatchEnd set={one} end={one.watching} mayKeep={one.role !== 'reader'} />
        </p>
      )}
    </div>
    <div className="second">
      <p>{one.role === 'owner' ? 'Ваша' : `${one.owner}, вы\u00a0— ${roleWord(one.role)}`}</p>
      <p>
        {one.members > 1 && `${counted(one.members, ['участник', 'участника', 'участников'])}, `}
        {one.members > 1 ? 'изменена' : 'Изменена'} {showDate(dayIn('Europe/Moscow', new Date(one.changed_at)))}
      </p>
    </div>
    <SetProgress progress={one.progress} slim />
  </li>
)

export const roleWord = (role: WorkingSet['role']): string =>
  (setRoles.find(({ value }) => value === role)?.label ?? role).toLowerCase()

const NoSets = () => (
  <EmptyCollection title="Подборок пока нет">
    <p>
      Подборка собирает дела, над которыми вы работаете, одни или командой: у&nbsp;каждого дела есть состояние,
      исполнитель и&nbsp;запись, а&nbsp;списки, графики и&nbsp;файлы строятся только по&nbsp;ним. Отметьте дела
      в&nbsp;списке и&nbsp;нажмите «В&nbsp;подборку» или загрузите таблицу.
    </p>
    <Link to="/">К списку дел</Link>
  </EmptyCollection>
)
