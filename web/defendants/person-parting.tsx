import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Defendant, PersonCase } from '#shared/api/defendants.ts'
import { showDate } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { invalidateKeys } from '../api/client.ts'
import { splitPerson } from '../api/people.ts'
import { personName, stageName } from '../filters/case-wording.ts'
import { courtTitle } from '../filters/titles.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { RefusableButton } from '../ui/refusable-button.tsx'
import rows from '../ui/rows.module.css'
import { showToast } from '../ui/toasts.tsx'
import { articlesOfPerson } from './defendant-wording.ts'
import styles from './person-parting.module.css'

/** For superusers: moves cases of a namesake to a separate person. */
export const PersonParting = ({ person, onClose }: { person: Defendant; onClose: () => void }) => {
  const isNarrow = useMedia(narrow)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const cases = person.cases.filter(({ names_person }) => names_person)
  const parting = useMutation({
    mutationFn: () => splitPerson(person.id, [...chosen]),
    onSuccess: async id => {
      onClose()
      showToast(
        `Отделён однофамилец: ${counted(chosen.size, caseForms)}. Отменить можно на странице «Возможные дубли лиц».`,
        { act: { label: 'Открыть', run: () => void navigate({ to: '/defendants/$id', params: { id: String(id) } }) } },
      )
      await invalidateKeys(client, [['defendant'], ['defendants'], ['defendant-risk'], ['people']])
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Какие дела — однофамильца?"
      size={720}
      fillsScreen={isNarrow}
      footer={
        <>
          <RefusableButton
            look="main"
            refusal={
              (chosen.size === 0 && 'Отметьте хотя бы одно дело.') ||
              (chosen.size === cases.length && 'Оставьте этому лицу хотя бы одно дело.')
            }
            busy={parting.isPending}
            onClick={() => parting.mutate()}
          >
            Отделить {chosen.size > 0 && counted(chosen.size, caseForms)}
          </RefusableButton>
          <Button onClick={onClose}>Закрыть</Button>
        </>
      }
    >
      <p className={`prose ${styles.lead}`}>
        Отметьте хотя бы одно дело, но не все. Отмеченные отойдут другому лицу с{'\u00a0'}тем же именем,{' '}
        {personName(person.name)}. Новые дела с{'\u00a0'}
        этим именем в{'\u00a0'}этом суде не будут приписаны ни одному из них без доказательств.
      </p>
      {parting.isError && <Alert>{sentenceOf(parting.error)}</Alert>}
      <ul className={`${rows.rows} ${styles.cases}`}>
        {cases.map(one => (
          <li key={one.id}>
            <Checkbox
              checked={chosen.has(one.id)}
              onChange={() => setChosen(before => before.symmetricDifference(new Set([one.id])))}
            >
              <CaseLines one={one} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const CaseLines = ({ one }: { one: PersonCase }) => (
  <>
    № {one.case_number}
    {one.entry_date && `, ${showDate(one.entry_date)}`}
    <span className="second">
      {[stageName(one.stage), courtTitle(one.court), regionTitle(one.court.region), articlesOfPerson(one)].join(', ')}
    </span>
  </>
)
