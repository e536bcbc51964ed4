import type { Preset } from '#shared/api/saved.ts'
import { type Ask, post, testApp } from './app.ts'
import { buildAccount } from './factories.ts'

/** Helpers for accounts that save filters, each over an app of its own. */
export const ending = { method: 'DELETE' as const }

export async function savingApp() {
  const world = await testApp({ publicUrl: 'https://sud.example' })
  const person = async (account: Parameters<typeof buildAccount>[1] = {}): Promise<Ask> =>
    world.as(await buildAccount(world.db, account))
  return { ...world, person }
}

let serial = 0
/** A preset with unique values except for the given ones. */
export const save = async (ask: Ask, given: object = {}): Promise<Preset> => {
  serial += 1
  const answer = await ask(
    'presets/',
    post({ title: `Набор ${serial}`, get_params: { case_number: `5-${serial}/2026` }, ...given }),
  )
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as Preset
}
export const presetsOf = async (ask: Ask) => ((await ask('presets/')).body as { results: Preset[] }).results
export const askCategories = async (ask: Ask) =>
  ((await ask('presetcategories/')).body as { results: { title: string }[] }).results.map(({ title }) => title)
