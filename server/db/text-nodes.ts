import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { answerSoon, databaseTrouble } from './database-trouble.ts'
import { Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/**
 * Other PostgreSQL that hold the texts of cases (decision 0132, texts/spread): `case_text` and what searches ask are then partitioned by a hash of the case, and
 * partitions are tables of these servers. Nothing else asks where texts lie; here it is told how the servers are.
 */
export const nodesSchema = 'text_nodes'

type TextNode = { server: string; host: string; port: string; dbname: string }
const nodes = z.array(z.object({ server: z.string(), host: z.string(), port: z.string(), dbname: z.string() }))
const option = (name: string) =>
  sql`(select option_value from pg_options_to_table(srvoptions) where option_name = ${sql.lit(name)})`

/** None: texts lie in this database. */
export async function textNodes(db: Kysely<DB>): Promise<TextNode[]> {
  const { rows } = await sql`
    select srvname as server, ${option('host')} as host, ${option('port')} as port, ${option('dbname')} as dbname
    from pg_foreign_server where srvname ~ '^text_node_[0-9]+$' order by length(srvname), srvname`.execute(db)
  return nodes.parse(rows)
}
export const addressOfNode = ({ host, port, dbname }: Omit<TextNode, 'server'>): string => `${host}:${port}/${dbname}`

/** Of what a node has to hold as this database does: another version of the product may need it otherwise. */
export const schemaDigest = sql`(
  select md5(string_agg(part, ' ' order by part)) from (
    select attname || ' ' || format_type(atttypid, atttypmod) as part from pg_attribute
    where attrelid = 'public.case_text'::regclass and attnum > 0 and not attisdropped
    union all
    select proname || ' ' || prosrc from pg_proc
    where oid in ('public.word_index(text, text)'::regprocedure, 'public.string_index(text)'::regprocedure)
  ) as parts)`

const isSame = z.array(z.object({ same: z.boolean() }))
async function isOfThisVersion(db: Kysely<DB>, { server }: TextNode): Promise<boolean> {
  const { rows } = await sql`
    select digest = ${schemaDigest} as same from ${sql.table(`${nodesSchema}.about_${server}`)}`.execute(db)
  return isSame.parse(rows)[0]?.same === true
}

/** For what is begun only when it can be ended. @throws what `databaseTrouble` calls `texts` */
export async function refuseWithoutTexts(db: Kysely<DB>): Promise<void> {
  for (const node of await textNodes(db)) await isOfThisVersion(db, node)
}

type TextNodeState = { node: string; state: 'ready' | 'away' }
const longestLook = 1_500
export async function textNodeStates(db: Kysely<DB>): Promise<TextNodeState[]> {
  const stateOf = async (node: TextNode): Promise<TextNodeState> => {
    const is = answerSoon(longestLook, isOfThisVersion(db, node))
    return { node: addressOfNode(node), state: await is.then(() => 'ready' as const).catch(() => 'away' as const) }
  }
  return Promise.all((await textNodes(db)).map(stateOf))
}

/** At the start: a node that is away will come back. @throws Refusal where one is of another version */
export async function checkTextNodes(db: Kysely<DB>, say: (sentence: string) => void = () => undefined): Promise<void> {
  for (const node of await textNodes(db)) {
    const is = await isOfThisVersion(db, node).catch((error: unknown) => {
      if (databaseTrouble(error) === 'texts') return undefined
      throw error
    })
    if (is === false)
      throw new Refusal(
        `Сервер текстов ${addressOfNode(node)} подготовлен другой версией программы. Верните тексты (sudmonitor distribute --here) и разнесите их снова.`,
      )
    if (is === undefined)
      say(`Сервер текстов ${addressOfNode(node)} не отвечает: до его возвращения тексты не читаются и слова не ищутся.`)
  }
}
