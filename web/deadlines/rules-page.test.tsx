import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type LegalTerm, whyNotCounted } from '#shared/domain/deadlines/legal-term.ts'
import { legalTerms } from '#shared/domain/deadlines/legal-terms.ts'
import { closePage, renderPage, stubAnswers } from '../../test/web-page.tsx'

afterEach(closePage)

it('names every term of the law, and says of each that is not calculated why it is not', async () => {
  stubAnswers({})
  renderPage('/deadlines/rules')
  await screen.findByRole('heading', { level: 1, name: 'Правила сроков' })
  for (const [id, term] of Object.entries<LegalTerm>(legalTerms)) {
    const said = document.getElementById(id)?.querySelector('b')?.textContent.replaceAll('\u00a0', ' ')
    const why = whyNotCounted(term)
    expect(said, id).toBe(why && `; не считаем: ${why}`)
  }
})
