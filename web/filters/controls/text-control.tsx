import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxFilterText, maxWordsText } from '#shared/domain/limits.ts'
import { namesInLine } from '#shared/filters/wire-kinds.ts'
import { wordsCheckQueryOptions } from '../../api/words.ts'
import { Labelled, Select, TextField, TextInput } from '../../ui/field.tsx'
import { type ControlProps, undefinedIfEmpty } from '../control.ts'
import { wordsHints } from '../words-hints.ts'
import { MistakeText } from '../words-mistake.tsx'
import styles from './controls.module.css'
import { TwoSided } from './option-row.tsx'

const examples: Readonly<Record<string, string>> = {
  case_number: '5-2608/2026',
  case_uid: '36RS0006-01-2026-…',
  defendant: 'фамилия',
  advocate: 'фамилия',
  prosecutor: 'фамилия',
}

export const TextControl = ({ name, field, value, excluded, set }: ControlProps<'text'>) => (
  <TwoSided what={field.label} value={value} excluded={excluded} set={set}>
    {side => (
      <TextField
        label={side.not ? `${field.label}: кроме` : field.label}
        aside={side.toggle}
        value={side.value ?? ''}
        onChange={text => side.onChange(text === '' ? undefined : text)}
        placeholder={examples[name]}
        maxLength={maxFilterText}
        autoComplete="off"
        spellCheck={false}
      />
    )}
  </TwoSided>
)

/** Several people in one comma-separated line, as on the wire (§3). */
export const PeopleControl = ({ field, value, set }: ControlProps<'people'>) => {
  const [text, setText] = useState((value ?? []).join(', '))
  return (
    <TextField
      label={field.label}
      value={text}
      onChange={next => {
        setText(next)
        set(undefinedIfEmpty(namesInLine(next)))
      }}
      placeholder="фамилии через запятую"
      maxLength={maxWordsText}
      autoComplete="off"
    />
  )
}

const debounceMs = 400

export const WordsControl = ({ field, value, set }: ControlProps<'words'>) => {
  const first = field.modes[0]?.value ?? ''
  const [mode, setMode] = useState(value?.mode ?? first)
  const [text, setText] = useState(value?.text ?? '')
  const put = (words: string, how: string) => set(words.trim() === '' ? undefined : { text: words.trim(), mode: how })
  const words = { text: text.trim(), mode }
  const [checked] = useDebouncedValue(words.text, debounceMs)
  const { data } = useQuery({ ...wordsCheckQueryOptions(words), enabled: words.text !== '' && checked === words.text })
  const error = words.text !== '' && data?.mistake && <MistakeText of={data.mistake} text={words.text} />
  return (
    <Labelled label="Слова из текста решения" hint={wordsHints[mode]} error={error}>
      {(id, described) => (
        <div className={styles.words}>
          <Select
            aria-label="Как искать слова"
            options={field.modes}
            value={mode}
            onChange={chosen => {
              setMode(chosen)
              put(text, chosen)
            }}
          />
          <TextInput
            id={id}
            {...described}
            value={text}
            onChange={next => {
              setText(next)
              put(next, mode)
            }}
            placeholder="плакат пикет"
            maxLength={maxWordsText}
            autoComplete="off"
          />
        </div>
      )}
    </Labelled>
  )
}
