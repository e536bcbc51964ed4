import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type LegalTerm, whyNotCounted } from '#shared/domain/deadlines/legal-term.ts'
import { legalTerms } from '#shared/domain/deadlines/legal-terms.ts'
import { closePage, member, renderPage } from '../../test/web-page.tsx'

afterEach(closePage)

it('names every term of the law, and says of each that is not calculated why it is not', async () => {
  const answers: Record<string, unknown> = {
    '/api/v1/users/me/': member,
    '/api/v1/releasedate/': { ts: 1, is_demo: false },
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers[new URL(address, 'https://sudmonitor.example').pathname]
    return new Response(JSON.stringify(answer ?? { detail: 'Здесь ничего нет.' }), { status: answer ? 200 : 404 })
  })
  renderPage('/deadlines/rules')
  await screen.findByRole('heading', { level: 1, name: 'Правила сроков' })
  for (const [id, term] of Object.entries<LegalTerm>(legalTerms)) {
    const said = document.getElementById(id)?.querySelector('b')?.textContent.replaceAll('\u00a0', ' ')
    const why = whyNotCounted(term)
    expect(said, id).toBe(why && `; не считаем: ${why}`)
  }
})
