import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'

/** One way to start: its description and its form. */
type StarterProps = { icon: IconName; title: string; about: string; children: ReactNode }
export const Starter = ({ icon, title, about, children }: StarterProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Icon name={icon} size={24} />
      <h2 id={id}>{title}</h2>
      <p className="quiet">{about}</p>
      {children}
    </section>
  )
}
