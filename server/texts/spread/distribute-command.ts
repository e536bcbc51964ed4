import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { addressOfNode, knownNodes } from '../../db/text-nodes.ts'
import { distribute, layoutWith } from './distribute.ts'
import { addressOfUrl, here, type Layout, layoutOf, urlOfServer } from './layout.ts'
import { parts, partTable } from './node-schema.ts'
import { connectToPlace } from './parts.ts'
import { wantedServers } from './wanted-servers.ts'

/** `sudmonitor distribute`: moves texts between servers; without addresses it reports where they are. */
type DistributeOptions = { nodes?: string[]; here?: true; lost?: true; check?: true }

/** @throws Refusal */
export async function distributeCommand(db: Kysely<DB>, url: string, options: DistributeOptions): Promise<void> {
  const { nodes = [], lost = false, check } = options
  if (nodes.length > 0 && options.here) throw new Refusal('Назовите --nodes или --here: одно из двух.')
  if (lost && nodes.length === 0 && !options.here)
    throw new Refusal('С --lost назовите, где текстам лежать теперь: --nodes или --here.')
  if (nodes.length > 0 || options.here) {
    const before = await layoutOf(db)
    if (before === undefined && nodes.length === 0) return console.log('Тексты уже здесь, на одном сервере.')
    if (check) return tellPlan(before, await wantedServers(db, url, { nodes, lost }))
    await distribute({ db, url, nodes, lost, say: sentence => console.error(sentence) })
  }
  for (const line of await whereTextsLie(db, url)) console.log(line)
}

const partForms = ['часть', 'части', 'частей'] as const
const textForms = ['текст', 'текста', 'текстов'] as const

function tellPlan(before: Layout, { wanted, lost }: Awaited<ReturnType<typeof wantedServers>>): void {
  for (const { reason } of lost) console.log(`${reason} Его части начнутся пустыми.`)
  const after = layoutWith(before, wanted)
  for (const { name, url } of [{ name: here, url: '' }, ...wanted]) {
    const all = parts.filter(part => after[part] === name)
    const coming = all.filter(part => before?.[part] !== name)
    if (all.length > 0)
      console.log(
        `${url === '' ? thisOne : addressOfNode(addressOfUrl(url))}: ${counted(all.length, partForms)}, перенести ${showNumber(coming.length)}.`,
      )
  }
  console.log('Ничего не изменено.')
}
const thisOne = 'Эта база'

const sizes = z.array(z.object({ rows: z.coerce.number(), megabytes: z.number() }))
async function whereTextsLie(db: Kysely<DB>, url: string): Promise<string[]> {
  const layout = await layoutOf(db)
  if (layout === undefined) {
    const { rows } = await sql`
      select count(*) as rows, (pg_total_relation_size('case_text') / 1000000)::integer as megabytes from case_text`.execute(
      db,
    )
    return sizes.parse(rows).map(told(thisOne, 1))
  }
  const known = new Map((await knownNodes(db)).map(node => [node.server, addressOfNode(node)]))
  const lines: string[] = []
  for (const place of new Set(layout)) {
    const tables = parts.filter(part => layout[part] === place).map(partTable)
    const { client } = await connectToPlace(place, place === here ? url : await urlOfServer(db, place), '')
    try {
      const { rows } = await client.query(`
        select sum(rows) as rows, (sum(bytes) / 1000000)::integer as megabytes from (${tables
          .map(table => `select count(*) as rows, pg_total_relation_size('${table}') as bytes from ${table}`)
          .join(' union all ')}) as each`)
      lines.push(...sizes.parse(rows).map(told(known.get(place) ?? thisOne, tables.length)))
    } finally {
      await client.end()
    }
  }
  return lines
}
const told =
  (place: string, all: number) =>
  ({ rows, megabytes }: { rows: number; megabytes: number }): string =>
    `${place}: ${counted(all, partForms)}, ${counted(rows, textForms)}, ${showNumber(megabytes)} МБ.`
