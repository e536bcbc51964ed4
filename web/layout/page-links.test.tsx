import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageAddressOf } from './page-links.ts'

afterEach(cleanup)

it.each([
  [{ href: '/?type=1&court=5' }, {}, '/?type=1&court=5'],
  [{ href: '/cases/5#p3' }, {}, '/cases/5#p3'],
  [{ href: '/cases/5' }, { ctrlKey: true }, undefined],
  [{ href: '/cases/5' }, { button: 1 }, undefined],
  [{ href: '/cases/5', target: '_blank' }, {}, undefined],
  [{ href: '/data', download: true }, {}, undefined],
  [{ href: '#main' }, {}, undefined],
  [{ href: '/api/v1/docs/' }, {}, undefined],
  [{ href: 'https://sudrf.example/cases/5' }, {}, undefined],
  [{}, {}, undefined],
])('of a click on the link %j with %j the page makes %s itself', (link, pressed, address) => {
  render(
    <a {...link}>
      <b>12</b>
    </a>,
  )
  const click = {
    target: screen.getByText('12'),
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
  }
  expect(pageAddressOf({ ...click, ...pressed })).toBe(address)
})
