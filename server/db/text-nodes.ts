import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { DatabaseUnresponsive, databaseTrouble, TextsUnresponsive, withTimeout } from './database-trouble.ts'
import { isCancelled, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/**
 * Text nodes: other PostgreSQL servers that store the texts of cases (decision 0132, texts/spread). `case_text`, and what searches read, are then
 * partitioned by a hash of the case, and partitions are foreign tables. Queries do not depend on where texts are; this file reports the state of the nodes.
 */
export const nodesSchema = 'text_nodes'

const nodes = z.array(
  z.object({ server: z.string(), host: z.string(), port: z.string(), dbname: z.string(), holds: z.boolean() }),
)
type TextNode = z.output<typeof nodes>[number]
const option = (name: string) =>
  sql`(select option_value from pg_options_to_table(srvoptions) where option_name = ${sql.lit(name)})`

/** Including nodes that store nothing yet, or no longer. */
export async function knownNodes(db: Kysely<DB>): Promise<TextNode[]> {
  const { rows } = await sql`
    select srvname as server, ${option('host')} as host, ${option('port')} as port, ${option('dbname')} as dbname,
      exists (select from pg_foreign_table join pg_inherits on inhrelid = ftrelid where ftserver = pg_foreign_server.oid) as holds
    from pg_foreign_server where srvname ~ '^text_node_[0-9]+$' order by length(srvname), srvname`.execute(db)
  return nodes.parse(rows)
}
/** Empty when texts are in this database. */
const textNodes = async (db: Kysely<DB>): Promise<TextNode[]> => (await knownNodes(db)).filter(({ holds }) => holds)

type NodeAddress = Pick<TextNode, 'host' | 'port' | 'dbname'>
export const addressOfNode = ({ host, port, dbname }: NodeAddress): string => `${host}:${port}/${dbname}`
export const ofAnotherVersion = (node: NodeAddress): string =>
  `Сервер текстов ${addressOfNode(node)} подготовлен другой версией программы. Верните тексты (sudmonitor distribute --here) и разнесите их снова.`

/** Functions that the indexes of texts use. */
export const textFunctions = sql.raw(
  ['word_index(text, text)', 'text_grams(text, text)', 'string_index(text)']
    .map(one => `'public.${one}'::regprocedure`)
    .join(),
)

/** A digest of the columns and functions that a node and this database must have in common; other versions of the product may have others. */
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

/** For work that must not begin while a node is away. `holds`: which nodes have texts, or are about to. @throws what `databaseTrouble` calls `texts` */
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
      withTimeout(longestLook, what).then(
        () => true,
        () => false,
      )
    // While no connection is free, the node is not known to be away.
    const isAway = (await answers(begun)) && !(await answers(answer))
    return { node: addressOfNode(node), state: isAway ? 'away' : 'ready' }
  }
  const states = await Promise.all((await textNodes(db)).map(stateOf))
  if (states.every(({ state }) => state === 'ready')) silentUntil.delete(db)
  return states
}

/** One check of a node at a time, so that a frozen node holds one connection. */
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
/** Milliseconds during which searches of all texts fail at once: each would hold a connection until its time limit. */
const longestSilence = 5_000
const areSilent = (db: Kysely<DB>): boolean => performance.now() < (silentUntil.get(db) ?? 0)

/** Whether a text node is the reason for a timeout. */
async function textsAreSilent(db: Kysely<DB>): Promise<boolean> {
  if (areSilent(db)) return true
  const isSilent = (await textNodeStates(db)).some(({ state }) => state === 'away')
  if (isSilent) silentUntil.set(db, performance.now() + longestSilence)
  return isSilent
}

/**
 * Runs work that reads texts within a time limit of its own, and tells a frozen node from a slow search. `of`: texts of some cases, or of all.
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

/** At the start of the server: a node that is away is only reported. @throws Refusal when one was prepared by another version */
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
