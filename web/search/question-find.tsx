import { type KeyboardEvent, useState } from 'react'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Reading } from '#shared/questions/reading.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { offerPreset, usePresetOf } from '../filters/presets/active-preset.ts'
import { type PresetWords, SaveForm } from '../filters/presets/save-form.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { RefusableButton } from '../ui/refusable-button.tsx'
import styles from './question-part.module.css'
import { leftOut } from './use-question.ts'

type Props = {
  reading: Reading
  values: CaseValues
  /** Undefined when unknown, or not yet known. */
  count: number | undefined
  onFind: () => void
  onFollow: () => void
}
/**
 * Actions on a parsed question: show its cases, save its filters as a preset, or subscribe. The last two require that
 * every word was read.
 */
export const QuestionFind = ({ reading, values, count, onFind, onFollow }: Props) => {
  const [isSaving, setSaving] = useState(false)
  const saved = usePresetOf(caseListFields, values)
  const { view, unread } = reading
  const partly =
    unread.length > 0 &&
    `Сначала уберите непрочитанное: ${unread.map(({ words }) => inQuotes(words)).join(', ')}. Иначе набор и подписка будут не о том, что вы спросили.`
  const again = saved && `Эти фильтры уже сохранены: набор «${saved.title}».`
  const isOfCases = view.kind !== 'people' && Object.keys(values).length > 0
  const act = { list: 'Найти', charts: 'Графики:', table: 'Таблица:', people: 'Найти лица' }[view.kind]
  return (
    <div className={styles.find}>
      <Button look="main" className={styles.act} onClick={onFind}>
        {count !== undefined && view.kind !== 'people' ? `${act} ${counted(count, caseForms)}` : act.replace(':', '')}
      </Button>
      {isOfCases && (
        <Act icon="save" refusal={partly || again} isOpen={isSaving} onAct={() => setSaving(!isSaving)}>
          Сохранить набором
        </Act>
      )}
      {/* A past day has no news. */}
      {isOfCases && values.as_of === undefined && (
        <Act icon="bell" refusal={partly} onAct={onFollow}>
          Следить за новыми
        </Act>
      )}
      <span className={`quiet small ${styles.about}`}>
        {unread.length > 0 ? leftOut(reading) : 'Это дела по условиям, а не ответ на вопрос.'}
      </span>
      {isSaving && !partly && !again && <Saving values={values} onClose={() => setSaving(false)} />}
    </div>
  )
}

type ActProps = {
  icon: IconName
  refusal: string | false | undefined
  isOpen?: boolean
  onAct: () => void
  children: string
}
const Act = ({ icon, refusal, isOpen, onAct, children }: ActProps) => (
  <RefusableButton
    className={styles.other}
    refusal={refusal}
    aria-expanded={refusal ? undefined : isOpen}
    onClick={onAct}
  >
    <Icon name={icon} />
    {children}
  </RefusableButton>
)

type SavingProps = { values: CaseValues; onClose: () => void }
const Saving = ({ values, onClose }: SavingProps) => {
  const [words, setWords] = useState<PresetWords>({ description: '', category: '' })
  // Escape closes the form, not the surrounding dialog.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape of everything inside
    <div className={styles.saving} onKeyDown={onKeyDown}>
      <SaveForm
        fields={caseListFields}
        values={values}
        words={words}
        onWords={setWords}
        onCancel={onClose}
        onSaved={preset => {
          offerPreset(preset)
          onClose()
        }}
      />
    </div>
  )
}
