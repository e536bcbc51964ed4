import { createElement, type ReactNode, use } from 'react'
import { loadChunk } from '../ui/load-chunk.ts'

/** The router's own lazy component suspends in one render and not in the next, of which React warns. */
type Drawn<Props> = (props: Props) => ReactNode

export const lazyPage = <Name extends string, Props extends object>(
  load: () => Promise<{ [K in Name]: Drawn<Props> }>,
  name: Name,
) => {
  let coming: Promise<Drawn<Props>> | undefined
  let failed = false
  const ask = (): Promise<Drawn<Props>> => {
    failed = false
    const answer = loadChunk(load).then(module => module[name])
    answer.then(
      // As React marks what it has waited for: what has come is drawn at once.
      page => Object.assign(answer, { status: 'fulfilled', value: page }),
      () => {
        failed = true
      },
    )
    coming = answer
    return answer
  }
  const Page = (props: Props): ReactNode => createElement(use(coming ?? ask()), props)
  /** What has failed is asked for again by who comes again; the page itself says that it did. */
  const preload = (): Promise<void> =>
    (coming && !failed ? coming : ask()).then(
      () => {},
      () => {},
    )
  return Object.assign(Page, { preload })
}

/** A route's component that draws a lazy page: what goes there brings the page's code along with its answers. */
export const showing = (
  { preload }: { preload: () => Promise<void> },
  component: () => ReactNode,
): (() => ReactNode) & { preload: () => Promise<void> } => Object.assign(component, { preload })
