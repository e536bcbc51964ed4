import { type ReactNode, useRef, useState } from 'react'
import styles from './drop-table.module.css'

type Props = {
  label: string
  className: string | undefined
  onFile: (file: File) => void
  children: (choose: () => void) => ReactNode
}
/** A drop zone for a table; the button among the children, which opens a file dialog, is its accessible equivalent. */
export const DropTable = ({ label, className, onFile, children }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (file: File | undefined): void => {
    if (file !== undefined) onFile(file)
    // Allows choosing the same file again.
    if (input.current) input.current.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut to the button inside
    <div
      className={`${styles.drop} ${className}`}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={label}
        accept=".xlsx,.ods,.csv,.tsv,.txt"
        onChange={event => take(event.currentTarget.files?.[0])}
      />
      {children(() => input.current?.click())}
    </div>
  )
}
