/** Sixteen-pixel line icons, always next to a text: an icon alone is meaningless to a screen reader. */
const paths = {
  arrow: 'M8 3v10M4 9l4 4 4-4',
  bell: 'M8 2.2a3.8 3.8 0 0 0-3.8 3.8c0 3.6-1.7 4.7-1.7 5.5h11c0-.8-1.7-1.9-1.7-5.5A3.8 3.8 0 0 0 8 2.2zM6.5 13.8h3',
  chart: 'M2.5 13.5h11M4.5 11V7M8 11V3M11.5 11V8.5',
  check: 'm3.5 8.5 3 3 6-7',
  down: 'm4 6 4 4 4-4',
  download: 'M8 2.5v7.5M5 7l3 3 3-3M2.5 13.5h11',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  info: 'M13.5 8A5.5 5.5 0 1 1 8 2.5 5.5 5.5 0 0 1 13.5 8zM8 7.5v3M8 5.4h.01',
  left: 'm10 4-4 4 4 4',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  not: 'M13.5 8A5.5 5.5 0 1 1 8 2.5 5.5 5.5 0 0 1 13.5 8zM4.2 11.8l7.6-7.6',
  out: 'M6 3H3v10h10v-3M9 2.5h4.5V7M13 3 7.5 8.5',
  pin: 'M5.5 2.5h5l-.6 4.2 2.1 2.3H4l2.1-2.3zM8 9v4.5',
  plus: 'M8 3v10M3 8h10',
  right: 'm6 4 4 4-4 4',
  save: 'M4 2.5h8v11L8 10.7 4 13.5z',
  search: 'M11.5 7A4.5 4.5 0 1 1 7 2.5 4.5 4.5 0 0 1 11.5 7zM10.5 10.5l3.5 3.5',
  sets: 'M2.5 5.5h11v8h-11zM4 3.5h8M5.5 1.5h5',
  star: 'm8 1.9 1.9 3.9 4.2.6-3 3 .7 4.2L8 11.6l-3.8 2 .7-4.2-3-3 4.2-.6z',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.5 3v10',
  up: 'm4 10 4-4 4 4',
  user: 'M10.8 5.5A2.8 2.8 0 1 1 8 2.7a2.8 2.8 0 0 1 2.8 2.8zM2.8 13.7a5.3 5.3 0 0 1 10.4 0',
  x: 'm4.5 4.5 7 7m0-7-7 7',
} as const
export type IconName = keyof typeof paths

export const Icon = ({ name, size }: { name: IconName; size?: number }) => <LineIcon path={paths[name]} size={size} />

/** `path`: on a grid of sixteen. */
export const LineIcon = ({ path, size = 16 }: { path: string; size?: number | undefined }) => (
  <svg
    className="icon"
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const Logo = () => (
  <svg viewBox="0 0 20 20" width={20} height={20} fill="currentColor" aria-hidden="true">
    <path d="M10 1 1 5.6V7.5h18V5.6z" />
    <path d="M3 14h3v4H3zM8.5 9.5h3V18h-3zM14 11.8h3V18h-3z" />
  </svg>
)
