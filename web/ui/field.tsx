import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import styles from './field.module.css'
import { Icon, type IconName } from './icon.tsx'

export const FieldBox = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <div className={['screen-only', styles.box, className].filter(Boolean).join(' ')}>{children}</div>
)

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  value: string
  onChange: (value: string) => void
  icon?: IconName
  before?: ReactNode
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}
export const TextInput = ({ value, onChange, icon, before, after, className, ref, ...rest }: TextProps) => (
  <FieldBox className={className}>
    {icon && (
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
    )}
    {before}
    <input
      {...rest}
      ref={ref}
      className={styles.input}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
    {after}
  </FieldBox>
)

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
  value: string
  onChange: (value: string) => void
}
const TextArea = ({ value, onChange, className, ...rest }: AreaProps) => (
  <FieldBox className={className}>
    <textarea
      rows={4}
      {...rest}
      className={styles.area}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  </FieldBox>
)

type Described = { 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: (id: string, described: Described) => ReactNode
}
/** `children` gets the id for the label and the attributes that connect the control with its hint and error. */
export const Labelled = ({ label, aside, hint, error, children }: Props) => {
  const id = useId()
  const notes = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])]
  const described: Described = {
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(error && { 'aria-invalid': true }),
  }
  return (
    <div className={styles.labelled}>
      <div className={styles.head}>
        <label className={`quiet small ${styles.label}`} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children(id, described)}
      {error && (
        <p className={`error small ${styles.note}`} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className={`quiet small ${styles.note}`} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type LabelledProps = Pick<Parameters<typeof Labelled>[0], 'label' | 'aside' | 'hint' | 'error'>
export const TextField = ({ label, aside, hint, error, ...input }: LabelledProps & TextProps) => (
  <Labelled label={label} aside={aside} hint={hint} error={error}>
    {(id, described) => <TextInput {...described} id={id} {...input} />}
  </Labelled>
)
export const TextAreaField = ({ label, aside, hint, error, ...area }: LabelledProps & AreaProps) => (
  <Labelled label={label} aside={aside} hint={hint} error={error}>
    {(id, described) => <TextArea {...described} id={id} {...area} />}
  </Labelled>
)

type LabelledGroupProps = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  children: (labelId: string) => ReactNode
}
/** The same for a group control: the label names it by id. */
export const LabelledGroup = ({ label, aside, hint, children }: LabelledGroupProps) => {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <div className={styles.head}>
        <span className={`quiet small ${styles.label}`} id={id}>
          {label}
        </span>
        {aside}
      </div>
      {children(id)}
      {hint && <p className={`quiet small ${styles.note}`}>{hint}</p>}
    </div>
  )
}

type SelectProps<V extends string> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}
/** The native select, which works well on every device. */
export const Select = <V extends string>({ value, options, onChange, className, ...rest }: SelectProps<V>) => (
  <FieldBox className={[styles.select, className].filter(Boolean).join(' ')}>
    <select
      {...rest}
      value={value}
      onChange={event => {
        const chosen = options.find(option => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <span className={styles.chevron}>
      <Icon name="down" />
    </span>
  </FieldBox>
)
