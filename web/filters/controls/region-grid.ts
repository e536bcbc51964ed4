// biome-ignore-all format: the table is a map
/** Regions as tiles: where each stands on a grid that resembles the country. Two digits a tile, a space between. */
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

export type Tile = { region: number; column: number; row: number }
export const tiles: readonly Tile[] = rows.flatMap((line, row) =>
  [...line.matchAll(/\d\d/g)].map(found => ({ region: Number(found[0]), column: found.index / 3, row })),
)
export const gridSize = { columns: 19, rows: rows.length }
