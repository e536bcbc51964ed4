import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { answerSoon, DatabaseUnresponsive, databaseTrouble, TextsUnresponsive } from './database-trouble.ts'
import { isCancelled, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/**
 * Other PostgreSQL that hold the texts of cases (decision 0132, texts/spread): `case_text` and what searches ask are then partitioned by a hash of the case, and
 * partitions are tables of these servers. Nothing else asks where texts lie; here it is told how the servers are.
 */
export const nodesSchema = 'text_nodes'

const nodes = z.array(
  z.object({ server: z.string(), host: z.string(), port: z.string(), dbname: z.string(), holds: z.boolean() }),
)
type TextNode = z.output<typeof nodes>[number]
const option = (name: string) =>
  sql`(select option_value from pg_options_to_table(srvoptions) where option_name = ${sql.lit(name)})`

/** Also those on which nothing lies yet, or any more. */
export async function knownNodes(db: Kysely<DB>): Promise<TextNode[]> {
  const { rows } = await sql`
    select srvname as server, ${option('host')} as host, ${option('port')} as port, ${option('dbname')} as dbname,
      exists (select from pg_foreign_table join pg_inherits on inhrelid = ftrelid where ftserver = pg_foreign_server.oid) as holds
    from pg_foreign_server where srvname ~ '^text_node_[0-9]+$' order by length(srvname), srvname`.execute(db)
  return nodes.parse(rows)
}
/** None: texts lie in this database. */
const textNodes = async (db: Kysely<DB>): Promise<TextNode[]> => (await knownNodes(db)).filter(({ holds }) => holds)

type NodeAddress = Pick<TextNode, 'host' | 'port' | 'dbname'>
export const addressOfNode = ({ host, port, dbname }: NodeAddress): string => `${host}:${port}/${dbname}`
export const ofAnotherVersion = (node: NodeAddress): string =>
  `Сервер текстов ${addressOfNode(node)} подготовлен другой версией программы. Верните тексты (sudmonitor distribute --here) и разнесите их снова.`

/** What indexes of texts are made by. */
export const textFunctions = sql.raw(
  ['word_index(text, text)', 'text_grams(text, text)', 'string_index(text)']
    .map(one => `'public.${one}'::regprocedure`)
    .join(),
)

/** Of what a node has to hold as this database does: another version of the product may need it otherwise. */
export const schemaDigest = sql`(
  select md5(string_agg(part, ' ' order by part)) from (
    select attname || ' ' || format_type(atttypid, atttypmod) as part from pg_attribute
    where attrelid = 'public.case_text'::regclass and attnum > 0 and not attisdropped
    union all
    select proname || ' ' || prosrc from pg_proc
    where oid in (${textFunctions})
  ) as parts)`

const isSame = z.array(z.object({ same: z.boolean() }))
async function isOfThisVersion(db: Kysely<DB>, { server }: TextNode): Promise<boolean> {
  const { rows } = await sql`
    select digest = ${schemaDigest} as same from ${sql.table(`${nodesSchema}.about_${server}`)}`.execute(db)
  return isSame.parse(rows)[0]?.same === true
}

/** For what is begun only when it can be ended. `holds`: whether a server has texts, or is about to. @throws what `databaseTrouble` calls `texts` */
export async function refuseWithoutTexts(
  db: Kysely<DB>,
  holds = ({ holds: hasParts }: TextNode): boolean => hasParts,
): Promise<void> {
  for (const node of await knownNodes(db)) if (holds(node)) await isOfThisVersion(db, node)
}

type TextNodeState = { node: string; state: 'ready' | 'away' }
const longestLook = 1_500
export async function textNodeStates(db: Kysely<DB>): Promise<TextNodeState[]> {
  const stateOf = async (node: TextNode): Promise<TextNodeState> => {
    const { begun, answer } = lookAt(db, node)
    const answers = (what: Promise<unknown>): Promise<boolean> =>
      answerSoon(longestLook, what).then(
        () => true,
        () => false,
      )
    // Where no connection is free, nothing is known against the server.
    const isAway = (await answers(begun)) && !(await answers(answer))
    return { node: addressOfNode(node), state: isAway ? 'away' : 'ready' }
  }
  const states = await Promise.all((await textNodes(db)).map(stateOf))
  if (states.every(({ state }) => state === 'ready')) silentUntil.delete(db)
  return states
}

/** One that is frozen is asked once at a time, and so holds one connection. */
type Look = { begun: Promise<void>; answer: Promise<unknown> }
const looks = new WeakMap<Kysely<DB>, Map<string, Look>>()
function lookAt(db: Kysely<DB>, node: TextNode): Look {
  const known = looks.get(db) ?? new Map<string, Look>()
  looks.set(db, known)
  const now = known.get(node.server)
  if (now !== undefined) return now
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const answer = db
    .connection()
    .execute(one => {
      begin()
      return isOfThisVersion(one, node)
    })
    .finally(() => known.delete(node.server))
  answer.catch(() => undefined)
  const look = { begun, answer }
  known.set(node.server, look)
  return look
}

const silentUntil = new WeakMap<Kysely<DB>, number>()
/** Milliseconds in which whoever looks through all texts is refused at once: each would hold a connection until its time is up. */
const longestSilence = 5_000
const areSilent = (db: Kysely<DB>): boolean => performance.now() < (silentUntil.get(db) ?? 0)

/** Whether a server of texts is why something took too long. */
async function textsAreSilent(db: Kysely<DB>): Promise<boolean> {
  if (areSilent(db)) return true
  const isSilent = (await textNodeStates(db)).some(({ state }) => state === 'away')
  if (isSilent) silentUntil.set(db, performance.now() + longestSilence)
  return isSilent
}

/**
 * Work with a time limit of its own that asks for texts: a frozen server ends it as a slow search does, and is told apart from one. `of`: the texts of some cases, or all.
 * @throws TextsUnresponsive
 */
export async function whileTextsAnswer<T>(db: Kysely<DB>, of: 'some' | 'all', work: () => Promise<T>): Promise<T> {
  if (of === 'all' && areSilent(db)) throw new TextsUnresponsive()
  try {
    return await work()
  } catch (error) {
    if ((isCancelled(error) || error instanceof DatabaseUnresponsive) && (await textsAreSilent(db)))
      throw new TextsUnresponsive()
    throw error
  }
}

/** At the start: a node that is away will come back. @throws Refusal where one is of another version */
export async function checkTextNodes(db: Kysely<DB>, say: (sentence: string) => void = () => undefined): Promise<void> {
  for (const node of await textNodes(db)) {
    const is = await isOfThisVersion(db, node).catch((error: unknown) => {
      if (databaseTrouble(error) === 'texts') return undefined
      throw error
    })
    if (is === false) throw new Refusal(ofAnotherVersion(node))
    if (is === undefined)
      say(`Сервер текстов ${addressOfNode(node)} не отвечает: до его возвращения тексты не читаются и слова не ищутся.`)
  }
}
