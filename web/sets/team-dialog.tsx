import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { type GivenRole, givenRoles, setRoles } from '#shared/domain/sets.ts'
import {
  changeRole,
  invitationsQueryOptions,
  invite,
  refreshSets,
  removeMember,
  revokeInvitation,
} from '../api/sets.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { SecretAddress } from '../filters/subscribing/calendar-parts.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import rows from '../ui/rows.module.css'
import { Segmented } from '../ui/segmented.tsx'
import { roleWord } from './sets-page.tsx'
import styles from './team-dialog.module.css'

const roleOptions = setRoles.flatMap(({ value, label }) => {
  const given = givenRoles.find(role => role === value)
  return given ? [{ value: given, label }] : []
})

type Props = { set: FullSet; username: string; onClose: () => void }
/** Members of a set; its owner creates invitation links, changes roles and removes access. */
export const TeamDialog = ({ set, username, onClose }: Props) => {
  const client = useQueryClient()
  const isOwner = set.role === 'owner'
  const refreshed = () => refreshSets(client)
  const giving = useAct(({ id, role }: { id: number; role: GivenRole }) => changeRole(set.id, id, role), {
    done: 'Роль изменена.',
    onDone: refreshed,
  })
  const closing = useAct((id: number) => removeMember(set.id, id), { done: sentence => sentence, onDone: refreshed })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Команда: «${set.title}»`}
      size={600}
      footer={
        <Button look="main" onClick={onClose}>
          Готово
        </Button>
      }
    >
      <div className="stack">
        <ul className={`${rows.rows} ${styles.team}`} aria-label="Участники">
          {set.team.map(one => (
            <li key={one.id}>
              <span className="strong">
                {one.username}
                {one.username === username && <span className="quiet"> — это вы</span>}
              </span>
              {isOwner && one.role !== 'owner' ? (
                <span className={styles.acts}>
                  <Select
                    aria-label={`Роль: ${one.username}`}
                    options={roleOptions}
                    value={one.role === 'editor' ? 'editor' : 'reader'}
                    onChange={role => giving.mutate({ id: one.id, role })}
                  />
                  <Button
                    look="bare"
                    aria-label={`Закрыть доступ: ${one.username}`}
                    busy={closing.isPending}
                    onClick={() => closing.mutate(one.id)}
                  >
                    Закрыть доступ
                  </Button>
                </span>
              ) : (
                <span className="quiet">{roleWord(one.role)}</span>
              )}
            </li>
          ))}
        </ul>
        <p className="quiet small">
          Редактор добавляет и{'\u00a0'}убирает дела, меняет состояния и{'\u00a0'}записи; читатель только смотрит.
          Каждый видит дела лишь тех регионов, которые открыты его учётной записи.
        </p>
        {isOwner && <Invitations set={set} />}
      </div>
    </Dialog>
  )
}

const Invitations = ({ set }: { set: FullSet }) => {
  const client = useQueryClient()
  const [role, setRole] = useState<GivenRole>('editor')
  const list = useQuery(invitationsQueryOptions(set.id))
  const making = useAct(() => invite(set.id, role), { onDone: () => refreshSets(client) })
  const revoking = useAct((id: number) => revokeInvitation(set.id, id), {
    done: sentence => sentence,
    onDone: (_, id) => {
      if (making.data?.id === id) making.reset()
      return refreshSets(client)
    },
  })
  return (
    <section className={styles.invite} aria-label="Приглашение по ссылке">
      <h3>Пригласить по ссылке</h3>
      <div className={styles.make}>
        <Segmented label="Роль по ссылке" options={roleOptions} value={role} onChange={setRole} />
        <Button busy={making.isPending} onClick={() => making.mutate()}>
          Создать ссылку
        </Button>
      </div>
      {making.data && (
        <SecretAddress label={`Ссылка: ${roleWord(making.data.role)}`} value={joinAddress(making.data.token)}>
          Скопируйте её сейчас: второй раз она не показывается. По ней войдёт любой, у кого есть учётная запись
          Судмонитора, до {showDate(dayIn('Europe/Moscow', new Date(making.data.expires_at)))}.
        </SecretAddress>
      )}
      <RetryAlert of={list} />
      {list.data && list.data.count > 0 && (
        <ul className={`${rows.rows} ${styles.links}`} aria-label="Действующие ссылки">
          {list.data.results.map(one => (
            <li key={one.id}>
              <span>
                {roleWord(one.role)}, до {showDate(dayIn('Europe/Moscow', new Date(one.expires_at)))}
              </span>
              <Button look="bare" busy={revoking.isPending} onClick={() => revoking.mutate(one.id)}>
                Отозвать
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
/** The secret is in the fragment: browsers do not send it, so that it is in no log. */
const joinAddress = (token: string): string => `${window.location.origin}/sets/join#${token}`
