import type { Palette } from './chart-drawing.ts'

/** Print is on white, whatever the theme: the light colours of `web/ui/tokens.css`. */
export const paper: Palette = {
  canvas: '#ffffff',
  ink: '#161b19',
  'ink-2': '#4f5754',
  'ink-3': '#69716d',
  line: '#e1e5e2',
  'line-ctl': '#858d89',
  raised: '#ffffff',
  'line-2': '#c8cfcb',
  bar: '#4a957d',
  'part-pen': '#b0503b',
  'part-term': '#3f74ab',
  'part-ret': '#cfa04a',
  'part-none': '#d9dedb',
  'on-part': '#ffffff',
  'on-pale': '#161b19',
  'on-accent': '#ffffff',
  'ramp-0': '#f0f3f1',
  'ramp-1': '#d3e7df',
  'ramp-2': '#a3cfbf',
  'ramp-3': '#64a893',
  'ramp-4': '#2b8068',
  'ramp-5': '#0b5a46',
  font: "'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
}
