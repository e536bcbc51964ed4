import { type RefObject, useEffect, useId, useState } from 'react'
import { codices, stages } from '#shared/domain/codex.ts'
import { counted } from '#shared/domain/wording.ts'
import { Button, ButtonCount } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { Segmented } from '../ui/segmented.tsx'
import type { CaseValues } from './case-search.ts'
import styles from './main-filters.module.css'
import { SearchLine } from './search-line.tsx'

/** The filter bar over cases (§2). `withMain`: includes type, instance and article, which statistics lack. */
const all = { value: '', label: 'Все' } as const
const types = [all, ...codices]
const instances = [all, ...stages.map(({ value, short, label }) => ({ value, label: short, title: label }))]

type Props = {
  values: CaseValues
  onChange: (values: CaseValues) => void
  withMain: boolean
  filterCount: number
  frozen: boolean
  onOpenPanel: () => void
  wordsRef: RefObject<HTMLInputElement | null>
}
export const MainFilters = ({ values, onChange, withMain, filterCount, frozen, onOpenPanel, wordsRef }: Props) => {
  const isNarrow = useMedia(narrow)
  const [typeId, stageId] = [useId(), useId()]
  return (
    <search className={`screen-only ${styles.bar}`} aria-label="Главные фильтры">
      <div className={`wrap ${styles.inner}`}>
        {withMain && (
          <div className={styles.pair}>
            <span className={styles.name} id={typeId}>
              Тип
            </span>
            <Segmented
              labelledBy={typeId}
              options={types}
              value={values.type ?? ''}
              onChange={type => onChange({ ...values, type: type || undefined })}
            />
          </div>
        )}
        {withMain && !isNarrow && (
          <>
            <div className={styles.pair}>
              <span className={styles.name} id={stageId}>
                Инстанция
              </span>
              <Segmented
                labelledBy={stageId}
                options={instances}
                value={values.stage ?? ''}
                onChange={stage => onChange({ ...values, stage: stage || undefined })}
              />
            </div>
            <Articles values={values} onChange={onChange} />
          </>
        )}
        <SearchLine values={values} onChange={onChange} inputRef={wordsRef} />
        <Button onClick={onOpenPanel} aria-haspopup="dialog">
          <Icon name={frozen ? 'pin' : 'filter'} />
          Фильтры
          {frozen && <span className="sr"> закреплены</span>}
          {filterCount > 0 && <ButtonCount>{filterCount}</ButtonCount>}
        </Button>
      </div>
    </search>
  )
}

type ArticlePicker = typeof import('./article-picker.tsx').ArticlePicker
/** Suggestions are a separate chunk, loaded when the field is first focused; until then it is a plain input. */
const Articles = ({ values, onChange }: { values: CaseValues; onChange: (values: CaseValues) => void }) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const [loaded, setLoaded] = useState<{ Picker: ArticlePicker }>()
  const ids = values.codex_articles ?? []
  const wanted = entered || ids.length > 0
  useEffect(() => {
    if (!wanted) return
    loadChunk(() => import('./article-picker.tsx')).then(
      ({ ArticlePicker }) => setLoaded({ Picker: ArticlePicker }),
      // On failure the plain input stays.
      () => {},
    )
  }, [wanted])
  return (
    <div className={styles.pair}>
      <label className={styles.name} htmlFor={id}>
        Статья
      </label>
      <div className={styles.articles}>
        {loaded ? (
          <loaded.Picker
            id={id}
            typed={typed}
            onTyped={setTyped}
            entered={entered}
            values={values}
            onChange={next => onChange({ ...values, codex_articles: next.length > 0 ? next : undefined })}
          />
        ) : (
          <TextInput
            id={id}
            role="combobox"
            aria-expanded={false}
            value={typed}
            onChange={setTyped}
            onFocus={() => setEntered(true)}
            onBlur={() => setEntered(false)}
            autoComplete="off"
            placeholder={ids.length > 0 ? counted(ids.length, ['часть', 'части', 'частей']) : 'номер или слово'}
          />
        )}
      </div>
    </div>
  )
}
