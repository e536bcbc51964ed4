import { LineIcon } from './icon.tsx'

/** Icons outside the first page, whose size is limited. */
const paths = {
  back: 'M13 8H3M7 4 3 8l4 4',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  copy: 'M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z',
  exit: 'M6.5 2.5h-4v11h4M6.5 8h7M10.5 5l3 3-3 3',
  grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
  heart: 'M8 13.2 3 8.3a2.9 2.9 0 0 1 4.1-4.1l.9.9.9-.9A2.9 2.9 0 0 1 13 8.3z',
  help: 'M13.5 8A5.5 5.5 0 1 1 8 2.5 5.5 5.5 0 0 1 13.5 8zM6.4 6.3a1.7 1.7 0 1 1 2.4 1.8c-.6.3-.8.6-.8 1.2M8 11.3h.01',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  print: 'M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9h7v4.5h-7z',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13.5 6M13.5 2.5V6H10',
  tag: 'M3 3h5l5.5 5.5-5 5L3 8zM6 6h.01',
} as const

type Props = { name: keyof typeof paths; size?: number }
export const LateIcon = ({ name, size }: Props) => <LineIcon path={paths[name]} size={size} />
