import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closePage, listedCase, pageOfResults, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)
/** A list that is behind is asked for again after three seconds. */
const patience = { timeout: 60_000 }

it.each([
  ['cases', '/cases', 'Всего 1 дело', '1 из 1', {}],
  ['cases', '/cases', 'Не менее 1 дела', '1 из не менее 1', { count_is_least: true }],
  ['defendants', '/defendants', 'Всего 1 лицо', '', {}],
])(
  'a total of %s that is behind says so, and no longer once it is whole: %s, %s',
  async (kind, path, total, foot, beside) => {
    let isBehind = true
    const list = { ...pageOfResults(...(kind === 'cases' ? [listedCase] : [])), count: 1, ...beside }
    stubAnswers({ [`${kind}/`]: () => ({ ...list, ...(isBehind && { count_is_behind: true }) }) })
    renderPage(path)
    const said = async () =>
      (await screen.findByText((_, element) => element?.matches('p.h2') ?? false)).textContent.replaceAll('\u00a0', ' ')
    await expect.poll(said, patience).toBe(`${total} · обновляется`)
    isBehind = false
    await expect.poll(said, patience).toBe(total)
    if (foot !== '') screen.getByText(foot)
  },
)
