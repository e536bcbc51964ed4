import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { random, seedOf } from '../../server/demo/random.ts'
import { packageRoot } from '../../server/env.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { fuzz } from './fuzz.ts'
import { Round } from './round.ts'
import { scenes, undisturbed } from './scenes.ts'
import { Tally } from './tally.ts'
import { makeTemplates } from './templates.ts'

/**
 * `npm run chaos`: kills processes at random moments and fuzzes every documented call; then reports what was lost,
 * duplicated, failed or leaked (docs/security.md). `--round N` repeats one kill, `--scene` and `--victim` choose
 * among them.
 */
const { values: given } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    together: { type: 'string', default: '2' },
    round: { type: 'string' },
    scene: { type: 'string' },
    victim: { type: 'string' },
  },
})
const seed = Number(given.seed)
console.log(`--seed ${seed} --kills ${given.kills} --minutes ${given.minutes} --together ${given.together}`)
process.env.NODE_COMPILE_CACHE ??= join(packageRoot, 'node_modules/.cache/compiled')
const tally = new Tally()

/** Every scene with every victim, in an order given by the seed. */
const plan = Object.entries(scenes).flatMap(([scene, { victims }]) => victims.map(victim => ({ scene, victim })))
function planned(number: number): (typeof plan)[number] {
  const chosen = plan.filter(
    one => (given.scene ?? one.scene) === one.scene && (given.victim ?? one.victim) === one.victim,
  )
  const turn = Math.floor(number / chosen.length)
  const rng = random(seedOf(seed, turn, 1))
  const order = chosen.map(one => ({ one, at: rng.next() })).toSorted((left, right) => left.at - right.at)
  const found = order[number % order.length]
  if (found === undefined) throw new Error('There is no such scene or victim.')
  return found.one
}

/** On a signal it finishes the current round and prints the table. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

async function kill(numbers: readonly number[]): Promise<void> {
  const folder = temporaryFolder()
  try {
    for (const name of ['bare', 'empty', 'full', 'old']) mkdirSync(join(folder, name), { mode: 0o755 })
    const templates = await makeTemplates(folder)
    const quiet = await undisturbed(
      () => new Round(tally, { scene: 'nothing', victim: 'server', seed, number: -1 }),
      templates,
    )
    console.log(`undisturbed, ms: ${JSON.stringify(quiet.milliseconds)}`)
    const left = [...numbers]
    const work = async (): Promise<void> => {
      for (let number = left.shift(); number !== undefined && !stopping.signal.aborted; number = left.shift()) {
        const { scene, victim } = planned(number)
        const round = new Round(tally, { scene, victim, seed, number })
        const began = performance.now()
        try {
          await scenes[scene]?.run(round, templates, quiet)
        } catch (error) {
          round.fault('other', error instanceof Error ? String(error.stack) : String(error))
        } finally {
          await round.end()
        }
        console.log(`${number}: ${scene}, ${victim}, ${((performance.now() - began) / 1_000).toFixed(0)} s`)
      }
    }
    await Promise.all(Array.from({ length: Number(given.together) }, work))
  } finally {
    clearFolder(folder)
  }
}

const kills = Number(given.kills)
if (given.round !== undefined) await kill([Number(given.round)])
else {
  if (kills > 0) await kill(Array.from({ length: kills }, (_, number) => number))
  if (Number(given.minutes) > 0) await fuzz(tally, { seed, minutes: Number(given.minutes), signal: stopping.signal })
}
console.log(`\n${tally.table()}`)
process.exit(tally.faults.length === 0 ? 0 : 1)
