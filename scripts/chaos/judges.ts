import { sql } from 'kysely'
import { z } from 'zod'
import type { Program } from '../../test/programs.ts'
import { type Digests, differingDigests } from './digests.ts'
import { longestWait, type Round, until } from './round.ts'

/** Checks what has to hold after a kill; violations are noted as faults of the round. */
export const parsedAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A command that was not killed must have succeeded; one that failed must say why in a sentence, and is repeated. */
export async function judgeDone(
  round: Round,
  command: Program,
  repeat: () => Promise<string>,
  says: RegExp,
): Promise<void> {
  const { code, said } = await command.ended
  judgeWords(round, said)
  if (code === 0) {
    round.count('commands that said done')
    if (!says.test(said)) round.fault('other', `a command ended with 0 and said: ${said}`)
    return
  }
  round.count('commands repeated')
  const again = await repeat().catch((error: unknown) => {
    round.fault('other', `the command, repeated: ${String(error)}`)
    return undefined
  })
  if (again !== undefined && !says.test(again)) round.fault('other', `a command, repeated, said: ${again}`)
}

export const judgeWords = (round: Round, said: string): void => {
  if (/\n\s+at .*:\d+/.test(said) || /^Сбой: /m.test(said)) round.fault('other', `a command said: ${said}`)
}

export function judgeDigests(round: Round, found: Digests, expected: Digests, what: string): void {
  round.count('comparisons with an undisturbed run')
  const wrong = differingDigests(found, expected)
  if (wrong !== '') round.fault('lost', `${what}: ${wrong}`)
}

/** The count of the list, which the columnar copy may answer, equals that of PostgreSQL. */
export async function judgeCount(round: Round, token: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from court_case`.execute(round.db)
  const listed = async (): Promise<number | undefined> =>
    z.object({ count: z.number() }).safeParse(parsedAnswer((await round.ask('cases/?size=10', token)).text)).data?.count
  await until(async () => (await listed()) === rows[0]?.count, 'the list counts the cases that are there')
}

export async function judgeRefused(round: Round, file: string, what: string): Promise<void> {
  const { code, said } = await round.command('restore', '--check', file).ended
  round.count('half backups refused')
  if (code === 0) round.fault('lost', `${what} is taken for a whole one: ${said}`)
  judgeWords(round, said)
}

export function judgeRows(round: Round, file: string, count: number): void {
  const ids = file.split(/\r?\n/).flatMap(line => /^"?(\d+)"?(?=[,;]|$)/.exec(line)?.[1] ?? [])
  round.count('exports compared')
  if (new Set(ids).size !== count) round.fault('lost', `an export has ${new Set(ids).size} cases of ${count}`)
  if (ids.length !== new Set(ids).size) round.fault('double', `an export has ${ids.length} rows of ${count} cases`)
}

export async function judgeMessages(round: Round, numbers: readonly string[], subscriptions: readonly number[]) {
  const webhookText = z.object({ subscription: z.object({ id: z.number() }) })
  /** The subscription that a message belongs to. */
  const of = ({ way, text }: { way: string; text: string }): number | undefined =>
    way === 'webhook'
      ? webhookText.parse(JSON.parse(text)).subscription.id
      : subscriptions[Number(/sub-(\d)/.exec(text)?.[1])]
  const tellings = (subscription: number, way: string, number: string): string[] =>
    round
      .received()
      .filter(one => one.way === way && of(one) === subscription && one.text.includes(number))
      .map(({ id }) => id)
  const pairs = subscriptions.flatMap(one => (['webhook', 'email'] as const).map(way => ({ subscription: one, way })))
  const untold = (): string[] =>
    pairs.flatMap(({ subscription, way }) =>
      numbers.flatMap(number =>
        tellings(subscription, way, number).length === 0 ? [`${number} to ${subscription} by ${way}`] : [],
      ),
    )
  const isOutboxEmpty = async (): Promise<boolean> => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from delivery where delivered_at is null)::int
        + (select count(*) from subscription_batch where sealed_at is null)::int as left`.execute(round.db)
    return rows[0]?.left === 0
  }
  await until(
    async () => untold().length === 0 && (await isOutboxEmpty().catch(() => false)),
    'all news is delivered',
    1.5 * longestWait,
  ).catch(() => undefined)
  const left = untold()
  if (left.length > 0) round.fault('lost', `news not told: ${left}`)
  else if (!(await isOutboxEmpty())) round.fault('lost', 'what has been told is not noted as told')
  const received = round.received()
  const ids = received.map(({ id, way }) => `${way} ${id}`)
  round.count('messages received', new Set(ids).size)
  round.count('messages repeated under their own id', ids.length - new Set(ids).size)
  for (const { subscription, way } of pairs)
    for (const number of numbers) {
      const distinct = new Set(tellings(subscription, way, number))
      if (distinct.size > 1) round.fault('double', `${number} to ${subscription} by ${way}: ${[...distinct]}`)
    }
  for (const [id, all] of Map.groupBy(
    received.filter(({ way }) => way === 'webhook'),
    one => one.id,
  ))
    if (new Set(all.map(({ text }) => text)).size > 1) round.fault('other', `message ${id} has two contents`)
}

export async function judgeFeed(
  round: Round,
  secret: string,
  numbers: readonly string[],
  token: string,
): Promise<void> {
  for (const [name, item] of [
    ['atom.xml', /<entry>.*?<\/entry>/gs],
    ['hearings.ics', /BEGIN:VEVENT.*?END:VEVENT/gs],
  ] as const) {
    const { text } = await round.ask(`feeds/${secret}/${name}`, token)
    const items = text.replaceAll(/\r\n[ \t]/g, '').match(item) ?? []
    for (const number of numbers) {
      const found = items.filter(one => one.includes(number)).length
      if (found === 0) round.fault('lost', `${name} has nothing of ${number}`)
      if (found > 1) round.fault('double', `${name} has ${number} ${found} times`)
    }
  }
}
