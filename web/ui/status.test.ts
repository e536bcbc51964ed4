import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the mark of a status breaks a long word of a card within a telephone’s width (design §9)', () => {
  // In a flex container `break-word` of the page leaves the least width of a word: 150 letters made a row 2,000 pixels wide.
  const sheet = readFileSync(new URL('status.module.css', import.meta.url), 'utf8')
  expect(/^\.status \{[^}]*\}/m.exec(sheet)?.[0]).toContain('overflow-wrap: anywhere;')
})
