import { useInViewport } from '@mantine/hooks'
import { memo, useId, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { describeValues, type Names } from '#shared/filters/describe.ts'
import { excluded, type Fields, type Kind } from '#shared/filters/field.ts'
import type { PanelSection } from '#shared/filters/sections.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { controlOf } from './controls.tsx'
import { useCounts } from './counts.ts'
import { countSet, type FilterDraft } from './draft.ts'
import styles from './filter-panel.module.css'

export const SetCount = ({ count }: { count: number }) =>
  count > 0 ? (
    <span className={styles.count}>
      {count}
      <span className="sr"> выбрано</span>
    </span>
  ) : null

export const FilterSection = memo(function FilterSection({
  section,
  fields,
  draft,
  names,
  user,
  folds,
  opened,
  onlyFavourites,
  countsCases,
}: {
  section: PanelSection
  fields: Fields
  draft: FilterDraft
  names: Names
  user: CurrentUser
  folds: boolean
  opened: boolean
  onlyFavourites: boolean
  countsCases: boolean
}) {
  const [unfolded, setUnfolded] = useState(opened)
  const [titleId, bodyId] = [useId(), useId()]
  const count = countSet(fields, draft.values, section.fields)
  const isOpen = !folds || unfolded
  const { ref, inViewport } = useInViewport<HTMLElement>()
  const countsOf = useCounts({
    fields,
    keys: countsCases ? section.fields : [],
    values: draft.values,
    onlyFavourites,
    // Results are sorted by count, so counts are needed before they are visible.
    inSight: isOpen && (inViewport || section.fields.includes('result_type')),
  })
  const title = (
    <>
      {section.title} <SetCount count={count} />
    </>
  )
  return (
    <section
      ref={ref}
      className={styles.section}
      data-wide={wideSections.includes(section.id) || undefined}
      data-section={section.id}
      aria-labelledby={titleId}
    >
      <header>
        <h3 id={titleId}>
          {folds ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => setUnfolded(!unfolded)}
            >
              <span className="grow">
                {title}
                {!isOpen && <Summary section={section} fields={fields} draft={draft} names={names} />}
              </span>
              <span className={styles.chevron} data-open={isOpen || undefined}>
                <Icon name="down" />
              </span>
            </button>
          ) : (
            title
          )}
        </h3>
        {count > 0 && isOpen && (
          <button type="button" className={`${buttonClass('link')} small`} onClick={() => draft.clear(section.fields)}>
            {clearWords[section.id] ?? 'Все'}
          </button>
        )}
      </header>
      {isOpen && (
        <div className={styles.fields} id={bodyId}>
          {section.fields.map(key => {
            const field = fields[key]
            if (!field) return null
            return (
              <div key={`${key} ${draft.generation}`} data-span={fieldWidth(key, field.kind)} data-field={key}>
                {controlOf(field).draw({
                  name: key,
                  field,
                  value: draft.values[key],
                  excluded: draft.values[excluded(key)],
                  set: (value, turned) => draft.set(key, value, turned),
                  values: draft.values,
                  names,
                  named: (id, label) => draft.named(key, id, label),
                  allowedRegions: user.regions,
                  counts: countsOf(key),
                })}
              </div>
            )
          })}
        </div>
      )}
    </section>
  )
})

type Props = { section: PanelSection; fields: Fields; draft: FilterDraft; names: Names }
const Summary = ({ section, fields, draft, names }: Props) => {
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => section.fields.some(one => one === key)))
  const said = describeValues(own, draft.values, names)
    .map(({ text }) => text)
    .join(', ')
  return said ? <span className="second clip">{said}</span> : null
}

/** Layout of the panel's sections and fields; other fields get the width of their kind. */
type FieldWidth = 'full' | 'half' | 'third' | 'quarter' | 'most'

const byKind: Record<Kind, FieldWidth> = {
  text: 'full',
  choice: 'full',
  choices: 'full',
  schedule: 'full',
  reference: 'full',
  names: 'full',
  people: 'full',
  dateRange: 'full',
  amountRange: 'full',
  flag: 'half',
  day: 'full',
  presence: 'half',
  own: 'full',
  words: 'full',
}
const byField: Readonly<Record<string, FieldWidth>> = {
  type: 'quarter',
  stage: 'quarter',
  state: 'half',
  case_number: 'third',
  case_uid: 'third',
  protocol_number: 'third',
  has_result: 'full',
  has_penalty: 'full',
  penalty_hidden: 'full',
  penalty_suspended: 'full',
  penalty_certain: 'full',
  advocate: 'half',
  prosecutor: 'half',
  has_result_text: 'full',
}
const fieldWidth = (key: string, kind: Kind): FieldWidth => byField[key] ?? byKind[kind]

const wideSections: readonly string[] = ['case', 'dates']

const clearWords: Readonly<Record<string, string>> = {
  case: 'Все дела',
  articles: 'Все статьи',
  place: 'Все места',
  result: 'Все результаты',
  penalty: 'Все наказания',
  dates: 'Любые даты',
  people: 'Все лица',
  own: 'Все дела',
  text: 'Все тексты',
}
