import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { searchMinimum } from '#shared/domain/limits.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { counted } from '#shared/domain/wording.ts'
import { personName } from '../filters/case-wording.ts'
import { focusField } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { lettersOfName, type OfferedPerson, type SoughtPeople, soughtLine, useFollowing } from './following.ts'
import { Starter } from './starter.tsx'
import styles from './starters.module.css'

/** A client by name. `onTold`: a message has to be read here before the page changes. */
export const FollowClient = ({ onTold }: { onTold: () => void }) => {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { seeking, following, naming, isEverywhere, hasRegions } = useFollowing()
  const sought = seeking.data
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = name.trim()
    naming.reset()
    if (typed.length < searchMinimum) {
      setError('Напишите фамилию, имя и\u00a0отчество.')
      focusField(event.currentTarget)
    } else if (!hasRegions) setError('Вам не\u00a0открыт ни\u00a0один регион: дел этого человека не\u00a0видно.')
    else if (!seeking.isPending) seeking.mutate(typed, { onSuccess: left => left && onTold() })
  }
  return (
    <Starter
      icon="user"
      title="Следить за клиентом"
      about="Назовите человека: найдём его дела и сообщим о новых заседаниях. Однофамильцев покажем списком, выберете сами."
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Фамилия, имя, отчество"
          value={name}
          onChange={next => {
            setName(next)
            setError(undefined)
          }}
          error={error}
          maxLength={200}
          autoComplete="off"
          placeholder="Ветрогонов Илья Аркадьевич"
        />
        <Button look="main" type="submit" busy={seeking.isPending}>
          Найти и&nbsp;следить
        </Button>
      </form>
      <div role="status" className={`small ${styles.found}`}>
        {sought && (
          <>
            {sought.people.length > 0 && (
              <Offered sought={sought} busy={following.isPending} onFollow={one => following.mutate(one)} />
            )}
            <Nobody
              sought={sought}
              isEverywhere={isEverywhere}
              made={naming.data}
              busy={naming.isPending}
              onName={letters => naming.mutate(letters)}
            />
          </>
        )}
      </div>
    </Starter>
  )
}

type OfferedProps = { sought: SoughtPeople; busy: boolean; onFollow: (person: OfferedPerson) => void }
const Offered = ({ sought, busy, onFollow }: OfferedProps) => (
  <>
    <p>{soughtLine(sought)}</p>
    <ul className={styles.offered}>
      {sought.people.map(one => (
        <li key={one.id}>
          <span>
            <Link to="/defendants/$id" params={{ id: String(one.id) }} className="strong">
              {personName(one.title)}
            </Link>
            <span className="second">{aboutPerson(one)}</span>
          </span>
          <Button look="link" busy={busy} onClick={() => onFollow(one)} aria-label={`Следить: ${one.title}`}>
            Следить
          </Button>
        </li>
      ))}
    </ul>
    {sought.more && sought.all && (
      <p>
        <Link to="/defendants" search={{ defendants: sought.name }}>
          Все найденные
        </Link>
      </p>
    )}
  </>
)
const shownRegions = 2
const aboutPerson = ({ regions, cases_count, namesakes_count, is_initials_only }: OfferedPerson): string => {
  const more = regions.length - shownRegions
  return [
    counted(cases_count, ['дело', 'дела', 'дел']),
    regions.slice(0, shownRegions).map(regionTitle).join(', ') + (more > 0 ? ` и\u00a0ещё ${more}` : ''),
    is_initials_only && 'только инициалы',
    namesakes_count > 0 && `с\u00a0таким именем ещё ${counted(namesakes_count, ['лицо', 'лица', 'лиц'])}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type NobodyProps = {
  sought: SoughtPeople
  isEverywhere: boolean
  made: { isOld: boolean } | undefined
  busy: boolean
  onName: (letters: string) => void
}
/** Without a matching person the subscription watches the letters of the name, and says so. */
const Nobody = ({ sought: { name, people }, isEverywhere, made, busy, onName }: NobodyProps) => {
  const letters = lettersOfName(name)
  const where = isEverywhere ? '' : ' в\u00a0открытых вам регионах'
  if (made?.isOld)
    return (
      <p>
        Подписка на&nbsp;имя «{letters}» у&nbsp;вас уже есть. Проверьте, не&nbsp;приостановлена&nbsp;ли она:{' '}
        <Link to="/subscriptions">к&nbsp;подпискам</Link>
      </p>
    )
  if (made)
    return (
      <p>
        Подписка создана: сообщим о&nbsp;делах{where}, где в&nbsp;имени есть «{letters}»: полное оно или
        с&nbsp;инициалами. Заседания этих дел появятся на&nbsp;этой странице. Имя сверяйте: так пишут и&nbsp;других
        людей. <Link to="/subscriptions">К&nbsp;подпискам</Link>
      </p>
    )
  return (
    <>
      {people.length === 0 && <p>Дел с&nbsp;таким именем{where} пока нет.</p>}
      {letters === undefined && people.length > 0 ? null : letters === undefined ? (
        <p className="quiet">Чтобы сообщить о&nbsp;новом деле, одной фамилии мало: добавьте имя и&nbsp;отчество.</p>
      ) : (
        <p>
          <Button look="link" busy={busy} onClick={() => onName(letters)}>
            {people.length > 0 ? 'Его здесь нет: сообщить, когда появится' : 'Сообщить, когда появятся'}
          </Button>
        </p>
      )}
    </>
  )
}
