import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Defendant } from '#shared/api/defendants.ts'
import type { ForgettingPreview } from '#shared/api/forgetting.ts'
import { addDays, showDate } from '#shared/domain/dates.ts'
import {
  type ForgettingGrounds,
  forgettingGrounds,
  forgettingGroundValues,
  tombstone,
  undoDays,
} from '#shared/domain/forgetting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseForms, counted, ofCaseForms } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { forgetPerson, forgettingPreviewOptions } from '../api/forgetting.ts'
import { personName } from '../filters/case-wording.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled, LabelledGroup, Select, TextAreaField } from '../ui/field.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import rows from '../ui/rows.module.css'
import { showToast } from '../ui/toasts.tsx'
import styles from './person-forgetting.module.css'

const groundOptions = forgettingGroundValues.map(value => ({ value, label: forgettingGrounds[value] }))

/** For superusers: removes the name of a person from the cases that are certainly theirs (decision 0088). */
export const PersonForgetting = ({
  person,
  onClose,
}: {
  person: Pick<Defendant, 'id' | 'name'>
  onClose: () => void
}) => {
  const isNarrow = useMedia(narrow)
  const client = useQueryClient()
  const navigate = useNavigate()
  const preview = useQuery(forgettingPreviewOptions(person.id))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [grounds, setGrounds] = useState<ForgettingGrounds>('subject')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const cases = preview.data?.cases ?? []
  const chosen = cases.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const forgetting = useMutation({
    mutationFn: () => forgetPerson(person.id, { cases: chosen, grounds, reason, until: until ?? null }),
    onSuccess: async id => {
      onClose()
      showToast(`Имя удалено по${'\u00a0'}решению №${'\u00a0'}${id}: ${counted(chosen.length, caseForms)}.`)
      await navigate({ to: '/forgetting' })
      // Any cached answer may contain the name.
      client.removeQueries({ type: 'inactive' })
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Забыть: ${personName(person.name)}`}
      size={720}
      fillsScreen={isNarrow}
      footer={
        <>
          <Button
            look="main"
            busy={forgetting.isPending || preview.isPending}
            onClick={() => {
              setAsked(true)
              if (chosen.length > 0 && wrong === undefined) forgetting.mutate()
            }}
          >
            Удалить имя {chosen.length > 0 && `из ${counted(chosen.length, ofCaseForms)}`}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className="prose">
          Вместо имени будет «{tombstone}»: в{'\u00a0'}делах, текстах решений, журнале, подписках, наборах фильтров и
          {'\u00a0'}везде, где оно названо. Готовые файлы выгрузок удаляются. Суд, статьи и результаты остаются.
          Прочитанное заново имени не вернёт. Отменить решение можно {undoDays}
          {'\u00a0'}дней, потом убранное уничтожается.
        </p>
        {forgetting.isError && <Alert>{sentenceOf(forgetting.error)}</Alert>}
        <Labelled label="Основание">
          {(id, described) => (
            <Select id={id} {...described} value={grounds} options={groundOptions} onChange={setGrounds} />
          )}
        </Labelled>
        <TextAreaField
          label="Пояснение (необязательно)"
          hint="Видят только администраторы. Имя из пояснения тоже убирается."
          maxLength={2000}
          rows={2}
          value={reason}
          onChange={setReason}
        />
        <LabelledGroup
          label="Последний день (пусто — бессрочно)"
          hint="После него имя остаётся убранным, но прочитанное заново с сайта суда его снова назовёт."
        >
          {() => (
            <>
              <DateField
                label="Последний день"
                placeholder="Бессрочно"
                value={until}
                earliest={today()}
                latest={addDays(today(), 36_500)}
                invalid={wrong !== undefined}
                onChange={(day, unread) => {
                  setUntil(day)
                  setWrong(unread)
                }}
              />
              {wrong !== undefined && <p className="error small">{wrong}</p>}
            </>
          )}
        </LabelledGroup>
        <section aria-labelledby="forgotten-cases">
          <h3 id="forgotten-cases" className="strong">
            Дела этого лица
          </h3>
          <p className="quiet small">Снимите отметку с дела однофамильца: из него имя не уберётся.</p>
          {isAsked && preview.data && chosen.length === 0 && (
            <p className="error small" role="alert">
              Отметьте хотя бы одно дело.
            </p>
          )}
          <RetryAlert of={preview} />
          <ul className={`${rows.rows} ${styles.cases}`}>
            {cases.map(one => (
              <li key={one.id}>
                <Checkbox
                  checked={!left.has(one.id)}
                  onChange={() => setLeft(before => before.symmetricDifference(new Set([one.id])))}
                >
                  <CaseLine one={one} />
                </Checkbox>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

const CaseLine = ({ one }: { one: ForgettingPreview['cases'][number] }) => (
  <>
    № {one.case_number}
    {one.entry_date && `, ${showDate(one.entry_date)}`}
    <span className="second">{[one.court, personName(one.name)].join(', ')}</span>
  </>
)
