import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { id: number; className?: string; children: ReactNode }
export const LinkToCase = ({ id, ...rest }: Props) => <Link to="/cases/$id" params={{ id: String(id) }} {...rest} />
export const LinkToPerson = ({ id, ...rest }: Props) => (
  <Link to="/defendants/$id" params={{ id: String(id) }} {...rest} />
)
