import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Input.css'
import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { DateInput } from '@mantine/dates'
import { useState } from 'react'
import styles from './date-field.module.css'
import { LateIcon } from './late-icon.tsx'
import { Library } from './library.tsx'

/** A day as `YYYY-MM-DD`, typed or picked. `wrong` describes invalid text, which stays as typed. */
export const DateField = ({
  label,
  placeholder,
  value,
  earliest,
  latest,
  invalid = false,
  describedBy,
  onChange,
}: {
  label: string
  placeholder: string
  value: string | undefined
  earliest: string
  latest: string
  invalid?: boolean
  describedBy?: string
  onChange: (day: string | undefined, wrong?: string) => void
}) => {
  const [wrong, setWrong] = useState<string>()
  const tell = (day: string | undefined, unread?: string) => {
    setWrong(unread)
    onChange(day, unread)
  }
  const complaint = (typed: string): string =>
    readDay(typed) === null
      ? `«${typed}» — не\u00a0дата. Напишите так: 21.11.2026`
      : `Нужен день с\u00a0${inWords(earliest)} по\u00a0${inWords(latest)}`
  const read = (typed: string): string | null => {
    const day = readDay(typed)
    return day !== null && day >= earliest && day <= latest ? day : null
  }
  return (
    <Library>
      <DateInput
        aria-label={label}
        placeholder={placeholder}
        value={value ?? null}
        minDate={earliest}
        maxDate={latest}
        error={invalid}
        aria-describedby={describedBy}
        onChange={day => tell(day ?? undefined)}
        dateParser={read}
        fixOnBlur={wrong === undefined}
        onInput={event => {
          const typed = event.currentTarget.value
          if (typed.trim() === '') tell(undefined)
          else if (read(typed) === null) tell(undefined, complaint(typed.trim()))
        }}
        valueFormat="D MMMM YYYY"
        locale="ru"
        clearable
        leftSection={<LateIcon name="calendar" />}
        clearButtonProps={{ 'aria-label': `${label}: убрать дату` }}
        ariaLabels={{
          previousMonth: 'Предыдущий месяц',
          nextMonth: 'Следующий месяц',
          previousYear: 'Предыдущий год',
          nextYear: 'Следующий год',
          previousDecade: 'Предыдущие десять лет',
          nextDecade: 'Следующие десять лет',
          monthLevelControl: 'Выбрать месяц',
          yearLevelControl: 'Выбрать год',
        }}
        // The first Escape closes only the calendar, not the surrounding dialog.
        onKeyDown={event => {
          if (event.key === 'Escape' && document.querySelector(`.${styles.dropdown}`)) event.stopPropagation()
        }}
        popoverProps={{ transitionProps: { duration: 0 }, classNames: { dropdown: styles.dropdown ?? '' } }}
        classNames={{ input: styles.input ?? '', section: styles.section ?? '' }}
      />
    </Library>
  )
}

const written = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
/** «21 ноября 2026» */
const inWords = (day: string): string => written.format(new Date(`${day}T00:00:00Z`)).replace(/\s*г\.$/u, '')

// biome-ignore format: a calendar reads best in two rows
const months = [
  'янв', 'фев', 'мар', 'апр', 'ма', 'июн',
  'июл', 'авг', 'сен', 'окт', 'ноя', 'дек',
]

/** «21.11.2026», «21.11.26», «21 ноября 2026», «2026-11-21»; null when it is not a day. */
export const readDay = (text: string): string | null => {
  const clean = text.trim().toLowerCase().replaceAll('\u00a0', ' ')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(clean)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[./ ](\d{1,2})[./ ](\d{2}|\d{4})$/.exec(clean)
  if (numbers) return dayOf(fullYear(numbers[3] ?? ''), Number(numbers[2]), Number(numbers[1]))
  const words = /^(\d{1,2}) ([а-я]+)\.? (\d{4})$/.exec(clean)
  if (!words) return null
  // «март» and «май» share a prefix: the longer prefix is tried first.
  const month = months.findIndex(start => words[2]?.startsWith(start)) + 1
  return month > 0 ? dayOf(Number(words[3]), month, Number(words[1])) : null
}
const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)
const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}
