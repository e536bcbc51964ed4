import { regionShortName } from '#shared/domain/region-places.ts'
import type { Region } from '#shared/domain/regions.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import legend from '../../ui/legend.module.css'
import type { OptionCounts } from '../counts.ts'
import styles from './region-map.module.css'

/** A tile map of regions, darker with more cases. For the pointer only: the list is its accessible equivalent. */
const step = 25
const side = 23
const darkest = 5

type Props = {
  allowed: readonly Region[]
  chosen: readonly number[]
  excluded: readonly number[]
  counts: OptionCounts | undefined
  /** Regions that match the search; undefined without a search. */
  isFound?: ((region: Region) => boolean) | undefined
  onToggle: (number: number) => void
}
export const RegionMap = ({ allowed, chosen, excluded, counts, isFound, onToggle }: Props) => {
  const byNumber = new Map(allowed.map(region => [region.number, region]))
  const shades = counts && mapShades(allowed.map(({ number }) => counts.of(number) ?? 0))
  return (
    <div aria-hidden="true">
      <svg className={styles.tiles} viewBox={`-2 -2 ${gridSize.columns * step + 2} ${gridSize.rows * step + 2}`}>
        <title>Регионы</title>
        {tiles.map(({ region, column, row }) => {
          const known = byNumber.get(region)
          const count = counts?.of(region)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list below is the same control for the keyboard
            <g
              key={region}
              transform={`translate(${column * step} ${row * step})`}
              data-shade={
                !known
                  ? 'off'
                  : excluded.includes(region)
                    ? 'not'
                    : shades
                      ? shadeOf(count ?? 0, shades)
                      : chosen.includes(region)
                        ? darkest
                        : 1
              }
              data-found={isFound && known && (isFound(known) ? 'yes' : 'no')}
              data-edge={(shades && chosen.includes(region)) || undefined}
              onClick={known && (() => onToggle(region))}
            >
              <title>
                {known
                  ? `${known.title}${typeof count === 'number' ? `: ${counted(count, caseForms)}` : ''}`
                  : 'Регион вам не открыт'}
              </title>
              <rect width={side} height={side} rx={2} />
              <text x={side / 2} y={15}>
                {regionShortName(region)}
              </text>
            </g>
          )
        })}
      </svg>
      {counts && (
        <p className={`${legend.legend} ${styles.legend}`}>
          {(shades ?? []).map(({ from, to, shade }) => (
            <span key={shade}>
              <i className={styles.swatch} data-shade={shade} />
              {from === to ? showNumber(to) : `${showNumber(from)}–${showNumber(to)}`}
            </span>
          ))}
          {chosen.length > 0 && (
            <span>
              <i className={styles.swatch} data-edge={true} />
              выбран
            </span>
          )}
        </p>
      )}
    </div>
  )
}

/** Regions with `from` to `to` cases; most are pale, the largest the darkest. */
export type MapShade = { from: number; to: number; regions: number; shade: 1 | 2 | 3 | 5 }
const shadesFor: readonly (readonly MapShade['shade'][])[] = [[], [5], [2, 5], [1, 3, 5], [1, 2, 3, 5]]

/** Divided at round numbers; fewer shades when the counts are similar. */
export function mapShades(counts: readonly number[]): MapShade[] {
  const some = counts.filter(count => count > 0).toSorted((a, b) => a - b)
  const highest = some.at(-1)
  if (highest === undefined) return []
  const at = (share: number) => some[Math.floor(some.length * share)] ?? highest
  const steps = new Set([0.4, 0.7, 0.9].map(share => rounded(at(share))))
  const limits = [...[...steps].filter(limit => limit < highest), highest]
  const classes = limits
    .map((to, n) => ({ from: (limits[n - 1] ?? 0) + 1, to }))
    .map(range => ({ ...range, regions: some.filter(count => count >= range.from && count <= range.to).length }))
    .filter(({ regions }) => regions > 0)
  const shades = shadesFor[classes.length] ?? []
  return classes.map((one, n) => ({ ...one, shade: shades[n] ?? 5 }))
}
export const shadeOf = (count: number, shades: readonly MapShade[]): MapShade['shade'] | 0 =>
  shades.find(({ from, to }) => count >= from && count <= to)?.shade ?? 0
/** One significant digit, upwards: 137 → 200. */
const rounded = (count: number): number => {
  const power = 10 ** Math.floor(Math.log10(count))
  return Math.ceil(count / power) * power
}

// biome-ignore-all format: the table is a map
/** Position of each region on a grid that resembles the country. Two digits per tile, separated by spaces. */
const rows = [
  '            51       83                               87',
  '         78 10    29 11    89                14    49 41',
  '39    60 47 53 35 44 43 59 86       24 38 03 75 28 27 65',
  '      67 69 76 37 52 12 18 66 72 70 42 19       79 25',
  '      40 77 50 33 13 21 16 74 45 55 54 17',
  '      32 71 62 68 58 73 02          22 04',
  '      57 48 36 34 64 63 56',
  '      46 31 61 08 30',
  '   92 82 23 01 26 95 05',
  '            09 07 15 06                               94',
]

type Tile = { region: number; column: number; row: number }
export const tiles: readonly Tile[] = rows.flatMap((line, row) =>
  [...line.matchAll(/\d\d/g)].map(found => ({ region: Number(found[0]), column: found.index / 3, row })),
)
export const gridSize = { columns: 19, rows: rows.length }
