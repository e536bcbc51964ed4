import type { z } from 'zod'
import type { citationRequest, KeptChart } from '#shared/api/citations.ts'
import type { Figure, Pivot } from '#shared/api/pivot.ts'
import type { ChartKey } from '#shared/api/statistics.ts'
import { pageRoom } from '#shared/domain/pivot.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { enginesOfSides } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { askTogether, type EngineQuestion } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import { countChart } from './charts.ts'
import { countSelections, type SelectionCount } from './method-note.ts'
import { countAgain, countTable } from './pivot.ts'

/** CitedFigures to be stored, of a table or a chart, with the number of cases counted, in one snapshot. */
export type CitedFigures = { pivot: Pivot; chart: null } | { pivot: null; chart: KeptChart }
type Asked = Partial<Pick<z.output<typeof citationRequest>, 'chart' | 'rows' | 'columns' | 'metrics'>>
type Counted = { figures: CitedFigures; selections: SelectionCount[] }
const namesOfSides = ['get_params', 'compare'] as const

export async function countFigures(
  engines: Engines,
  scope: Scope,
  sides: readonly AnyValues[],
  { chart, rows, columns, metrics }: Asked,
): Promise<Counted> {
  const named = sides.map((values, at) => [namesOfSides[at] ?? namesOfSides[0], values] as const)
  return askTogether(await enginesOfSides(engines, sides), scope, named, async (trx, located) => {
    const selections = await countSelections(located)
    const [first] = located
    if (chart !== undefined && first !== undefined)
      return { figures: { pivot: null, chart: await keptChartOf(first, chart, engines) }, selections }
    if (rows === undefined || columns === undefined || metrics === undefined) throw new Error('neither chart nor table')
    const pivot = await countTable(trx, scope, { rows, columns, metrics, sides }, located, pageRoom)
    return { figures: { pivot, chart: null }, selections }
  })
}

async function keptChartOf({ engine, question }: EngineQuestion, key: ChartKey, { db }: Engines): Promise<KeptChart> {
  const values = readLenient(caseListFields, writeValues(caseListFields, question.values))
  return { key, ...(await countChart(engine, { ...question, values }, db, key)) }
}

export const countFiguresAgain = async (
  engines: Engines,
  scope: Scope,
  sides: readonly AnyValues[],
  pivot: Pivot,
): Promise<Figure[][][][]> =>
  askTogether(
    await enginesOfSides(engines, sides),
    scope,
    sides.map(values => ['get_params', values] as const),
    (trx, located) => countAgain(trx, { ...pivot.of, sides }, located, pivot),
  )
