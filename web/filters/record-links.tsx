import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { id: number; className?: string; children: ReactNode }
export const CaseLink = ({ id, ...rest }: Props) => <Link to="/cases/$id" params={{ id: String(id) }} {...rest} />
export const PersonLink = ({ id, ...rest }: Props) => (
  <Link to="/defendants/$id" params={{ id: String(id) }} {...rest} />
)
