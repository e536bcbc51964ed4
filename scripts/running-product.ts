import type { Page } from 'playwright-core'

/** The address and account of the measured product, for `parseArgs`. */
export const ofRunningProduct = {
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  username: { type: 'string', default: 'admin' },
  password: { type: 'string', default: '' },
} as const

/** Opens the panel of filters. */
export const openFilters = (page: Page): Promise<void> => page.getByRole('button', { name: /^Фильтры/ }).click()
export const applyButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Фильтровать/ })
export const choose = (page: Page, group: string, option: string): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('radiogroup', { name: group })
    .getByRole('radio', { name: option })
    .click({ force: true })
