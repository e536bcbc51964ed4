import { useEffect, useId, useState } from 'react'
import { groups as allGroups } from '#shared/api/accounts.ts'
import { regions as allRegions, regionTitle } from '#shared/domain/regions.ts'
import { holds } from '../filters/suggestions.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { LabelledGroup } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { Segmented } from '../ui/segmented.tsx'
import styles from './access-fields.module.css'
import { groupLabels } from './account-wording.ts'

export type AccountAccess = { groups: (typeof allGroups)[number][]; is_superuser: boolean; regions: number[] | null }
export const ordinaryAccess: AccountAccess = { groups: [], is_superuser: false, regions: null }

/** An account without any region could open nothing. */
const accessProblem = ({ regions }: AccountAccess): string | undefined =>
  regions?.length === 0 ? 'Назовите хотя бы один регион или откройте все.' : undefined

/** Editing state of an account's access; `withAccess` passes it on once it is valid. */
export const useAccess = (initial: () => AccountAccess) => {
  const [access, setAccess] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const onChange = (next: AccountAccess) => {
    setAccess(next)
    setProblem(undefined)
  }
  const withAccess = (act: (access: AccountAccess) => void) => {
    const found = accessProblem(access)
    setProblem(found)
    if (found === undefined) act(access)
  }
  return { fields: { access, problem, onChange }, withAccess }
}

type Props = ReturnType<typeof useAccess>['fields']
export const AccessFields = ({ access, onChange, problem }: Props) => {
  const [typed, setTyped] = useState('')
  const id = useId()
  const { groups, is_superuser, regions } = access
  useEffect(() => {
    if (problem) document.getElementById(id)?.focus()
  }, [problem, id])
  const options = allRegions
    .filter(({ number, title }) => !regions?.includes(number) && holds(`${title} ${number}`, typed))
    .map(({ number, title }) => ({ value: String(number), label: title, hint: String(number).padStart(2, '0') }))
  return (
    <div className="stack">
      <LabelledGroup label="Регионы">
        {labelId => (
          <div className={styles.regions}>
            <Segmented
              labelledBy={labelId}
              options={[
                { value: 'all', label: 'Все' },
                { value: 'some', label: 'Выбранные' },
              ]}
              value={regions === null ? 'all' : 'some'}
              onChange={choice => onChange({ ...access, regions: choice === 'all' ? null : [] })}
            />
            {problem && (
              <p className="error small" role="alert">
                {problem}
              </p>
            )}
            {regions !== null && (
              <div className={styles.picker}>
                <Picker
                  id={id}
                  label="Открытые регионы"
                  picked={regions.map(number => ({ value: String(number), label: regionTitle(number) }))}
                  options={options}
                  typed={typed}
                  onTyped={setTyped}
                  onPick={({ value }) => onChange({ ...access, regions: [...regions, Number(value)] })}
                  onRemove={({ value }) =>
                    onChange({ ...access, regions: regions.filter(number => number !== Number(value)) })
                  }
                  placeholder="Название или номер"
                  note="Нет такого региона"
                />
              </div>
            )}
          </div>
        )}
      </LabelledGroup>
      <LabelledGroup label="Права">
        {labelId => (
          <fieldset aria-labelledby={labelId} className={styles.rights}>
            {allGroups.map(group => (
              <Checkbox
                key={group}
                checked={groups.includes(group)}
                onChange={on =>
                  onChange({ ...access, groups: on ? [...groups, group] : groups.filter(one => one !== group) })
                }
              >
                {groupLabels[group]}
              </Checkbox>
            ))}
            <Checkbox checked={is_superuser} onChange={on => onChange({ ...access, is_superuser: on })}>
              Администратор
            </Checkbox>
          </fieldset>
        )}
      </LabelledGroup>
    </div>
  )
}
